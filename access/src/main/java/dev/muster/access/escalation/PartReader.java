package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.escalation.Inventory.TokenSecret;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.access.escalation.InventoryPart.Account;
import dev.muster.access.escalation.InventoryPart.CredentialSpec;
import dev.muster.access.escalation.InventoryPart.Maker;
import dev.muster.access.escalation.InventoryPart.Node;
import dev.muster.access.escalation.InventoryPart.Pod;
import dev.muster.access.escalation.InventoryPart.Policy;
import dev.muster.access.escalation.InventoryPart.Restricted;
import dev.muster.access.escalation.InventoryPart.Token;
import dev.muster.base.ServiceAccountName;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Secret;
import dev.muster.views.CoreV1.ServiceAccount;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads from one object, of whatever kind, what ways may lead through. */
final class PartReader {
  private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
  private static final String ACCOUNT = "kubernetes.io/service-account.name";
  private static final String TOKEN = "kubernetes.io/service-account-token";
  private static final Set<String> HELD_BACK = Set.of("baseline", "restricted");
  private static final Map<String, String> WORKLOADS =
      Map.of(
          "ReplicationController", "replicationcontrollers",
          "Deployment", "deployments",
          "DaemonSet", "daemonsets",
          "ReplicaSet", "replicasets",
          "StatefulSet", "statefulsets",
          "CronJob", "cronjobs");

  private PartReader() {}

  /** Empty for an object that leads nowhere. */
  static Optional<InventoryPart> read(JsonNode object) {
    PartialObjectMetadata known = PartialObjectMetadata.of(object);
    String kind = known.kind().text();
    String name = known.metadata().name().text();
    String namespace = known.metadata().namespace().textOr("default");
    String apiVersion = known.apiVersion().text();
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return switch (group + "/" + kind) {
      case "/ServiceAccount" ->
          Optional.of(
              new Account(
                  new ServiceAccountName(namespace, name),
                  !ServiceAccount.of(object)
                      .automountServiceAccountToken()
                      .optionalTruth()
                      .orElse(true)));
      case "/Pod" -> pod(CoreV1.Pod.of(object), namespace, name);
      case "/Secret" -> secret(Secret.of(object), namespace, name);
      case "/Node" -> Optional.of(new Node(name));
      case "/Namespace" ->
          HELD_BACK.contains(known.metadata().labels().text(ENFORCE))
              ? Optional.of(new Restricted(name))
              : Optional.empty();
      case "policy/PodSecurityPolicy", "extensions/PodSecurityPolicy" ->
          // pods under it may be privileged, or see what their node does
          Optional.of(new Policy(name, PodSecurityPolicy.of(object).spec().privileged().truth()));
      case "windows.k8s.io/GMSACredentialSpec" -> Optional.of(new CredentialSpec(name));
      case "/ReplicationController",
          "apps/Deployment",
          "apps/DaemonSet",
          "apps/ReplicaSet",
          "apps/StatefulSet",
          "batch/CronJob" ->
          Optional.of(
              new Maker(new Workload(namespace, group, WORKLOADS.getOrDefault(kind, kind), name)));
      default -> Optional.empty();
    };
  }

  private static Optional<InventoryPart> pod(CoreV1.Pod pod, String namespace, String name) {
    if (pod.isFinished()) {
      return Optional.empty();
    }
    String account = pod.spec().serviceAccountName().textOr("default");
    return Optional.of(
        new Pod(
            new ServiceAccountName(namespace, account),
            name,
            pod.spec().nodeName().text(),
            MountedToken.of(pod)));
  }

  private static Optional<InventoryPart> secret(Secret secret, String namespace, String name) {
    String account = secret.metadata().annotations().text(ACCOUNT);
    return secret.type().text().equals(TOKEN) && !account.isEmpty()
        ? Optional.of(new Token(new TokenSecret(new ServiceAccountName(namespace, account), name)))
        : Optional.empty();
  }
}
