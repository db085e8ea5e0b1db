package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.InventoryPart;
import dev.muster.access.escalation.InventoryReader;
import dev.muster.apiserver.access.ClusterInventory;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a store has that ways to become more lead through. Of secrets only those with tokens are
 * looked at. So many objects of a kind, and so many bytes in all, are read; what policies are for
 * that no plugin asks is left out.
 */
final class StoredInventory implements ClusterInventory {
  private static final String TOKEN = "kubernetes.io/service-account-token";

  /** Those first that are small and say most. */
  private static final List<Looked> KINDS =
      List.of(
          new Looked("v1", "ServiceAccount", "serviceaccounts"),
          new Looked("v1", "Namespace", "namespaces"),
          new Looked("policy/v1beta1", "PodSecurityPolicy", "podsecuritypolicies"),
          new Looked("v1", "Node", "nodes"),
          new Looked("v1", "Pod", "pods"),
          new Looked("v1", "Secret", "secrets"),
          new Looked("apps/v1", "Deployment", "deployments"),
          new Looked("apps/v1", "DaemonSet", "daemonsets"),
          new Looked("apps/v1", "StatefulSet", "statefulsets"),
          new Looked("batch/v1", "CronJob", "cronjobs"),
          new Looked("apps/v1", "ReplicaSet", "replicasets"),
          new Looked("v1", "ReplicationController", "replicationcontrollers"),
          new Looked("windows.k8s.io/v1", "GMSACredentialSpec", "gmsacredentialspecs"));

  private static final String ADMISSION = "admissionregistration.k8s.io/v1";

  private static final List<Looked> POLICIES =
      List.of(
          new Looked("policy/v1beta1", "PodSecurityPolicy", "podsecuritypolicies"),
          new Looked(ADMISSION, "ValidatingAdmissionPolicy", "validatingadmissionpolicies"),
          new Looked(
              ADMISSION, "ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings"),
          new Looked(ADMISSION + "beta1", "MutatingAdmissionPolicy", "mutatingadmissionpolicies"),
          new Looked(
              ADMISSION + "beta1",
              "MutatingAdmissionPolicyBinding",
              "mutatingadmissionpolicybindings"),
          new Looked(ADMISSION, "MutatingWebhookConfiguration", "mutatingwebhookconfigurations"),
          new Looked(
              ADMISSION, "ValidatingWebhookConfiguration", "validatingwebhookconfigurations"));

  private final Store<StoredObject> store;
  private final Kinds kinds;
  private final Admission admission;
  private final Bounds bounds;
  private final ReadParts parts = new ReadParts();

  private record Looked(String apiVersion, String kind, String plural) {}

  /** How many objects of a kind, and bytes in all, are looked at; and how many policies. */
  record Bounds(int ofAKind, int policies, long bytes) {
    static final Bounds DEFAULTS = new Bounds(20_000, 1_000, 64L << 20);
  }

  StoredInventory(Store<StoredObject> store, Kinds kinds, Admission admission, Bounds bounds) {
    this.store = store;
    this.kinds = kinds;
    this.admission = admission;
    this.bounds = bounds;
  }

  @Override
  public Known now() {
    Snapshot<StoredObject> snapshot = store.snapshot();
    List<InventoryPart> found = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    long bytes = 0;
    for (Looked looked : KINDS) {
      Optional<Kind> kind = kinds.byKind(looked.apiVersion(), looked.kind());
      if (kind.isEmpty() || !counts(looked.kind())) {
        continue;
      }
      int number = 0;
      Iterator<Entry<StoredObject>> all = snapshot.range(kind.get().storagePrefix() + "/", "");
      while (all.hasNext()) {
        StoredObject object = all.next().value();
        if (looked.kind().equals("Secret") && !TOKEN.equals(object.fields().get("type"))) {
          continue;
        }
        bytes += object.json().length;
        if (++number > bounds.ofAKind() || bytes > bounds.bytes()) {
          notes.add(
              "there are more " + looked.plural() + " than are looked at: there may be other ways");
          break;
        }
        parts.of(object).ifPresent(found::add);
      }
    }
    return new Known(InventoryReader.of(found), notes);
  }

  private static ObjectNode tree(StoredObject object) {
    Deadline.check();
    return object.tree();
  }

  @Override
  public List<ObjectNode> policies(Set<String> wanted) {
    Snapshot<StoredObject> snapshot = store.snapshot();
    List<ObjectNode> found = new ArrayList<>();
    long bytes = 0;
    for (Looked looked : POLICIES) {
      Optional<Kind> kind = kinds.byKind(looked.apiVersion(), looked.kind());
      if (kind.isEmpty() || !wanted.contains(looked.kind())) {
        continue;
      }
      Iterator<Entry<StoredObject>> all = snapshot.range(kind.get().storagePrefix() + "/", "");
      while (all.hasNext()) {
        StoredObject object = all.next().value();
        bytes += object.json().length;
        if (found.size() == bounds.policies() || bytes > bounds.bytes()) {
          throw Status.badRequest(
                  "there are more " + looked.plural() + " than can be compared with a change")
              .exception();
        }
        found.add(tree(object));
      }
    }
    return found;
  }

  /** Whether somebody looks at them when pods are written. */
  private boolean counts(String kind) {
    return switch (kind) {
      case "PodSecurityPolicy" -> admission.enabled().contains(kind);
      case "Namespace" -> !admission.disabled().contains("PodSecurity");
      default -> true;
    };
  }
}
