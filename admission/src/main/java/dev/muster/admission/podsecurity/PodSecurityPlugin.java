package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.kinds.pods.PodSpecs;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Pods have to meet the standard that their namespace's labels name. Templates of pods are only
 * warned about, and so are the pods that are already there when a label changes.
 */
public final class PodSecurityPlugin implements AdmissionPlugin {
  private static final Set<String> IGNORED =
      Set.of("exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status");

  private static final String PREFIX = "pod-security.kubernetes.io/";

  private final Cluster cluster;
  private final Standards standards;
  private final AuditTrail audit;

  /**
   * @param served the version of Kubernetes whose standards are the latest
   */
  public PodSecurityPlugin(Cluster cluster, KubeVersion served, AuditTrail audit) {
    this.cluster = cluster;
    this.audit = audit;
    this.standards = new Standards(served);
  }

  @Override
  public String name() {
    return "PodSecurity";
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode object = request.object();
    boolean writes =
        request.operation() == Operation.CREATE || request.operation() == Operation.UPDATE;
    if (object == null || !writes) {
      return;
    }
    if (request.isFor("", "Namespace")) {
      namespace(request, object);
      return;
    }
    Optional<List<String>> place =
        PodSpecs.place(request.kind().apiVersion(), request.kind().kind());
    if (place.isEmpty()) {
      return;
    }
    if (place.get().size() == 1) {
      pod(request, Pod.of(object));
    } else if (request.subresource().isEmpty()) {
      template(request, object, place.get());
    }
  }

  private void pod(AdmissionRequest request, Pod pod) {
    if (IGNORED.contains(request.subresource())) {
      return;
    }
    NamespaceStandards asked = standardsOf(request.namespace());
    if (asked.asksNothing()) {
      audit.annotate(request, PREFIX + "enforce-policy", Standard.NONE.toString());
      return;
    }
    if (request.operation() == Operation.UPDATE
        && request.old() != null
        && !PodChanges.matter(pod, Pod.of(request.old()))) {
      return;
    }
    CheckedPod subject = CheckedPod.of(pod);
    audit.annotate(request, PREFIX + "enforce-policy", asked.enforce().toString());
    audit(request, asked, subject);
    List<Violation> enforced = standards.violations(asked.enforce(), subject);
    if (!enforced.isEmpty()) {
      throw request.forbidden(
          "violates PodSecurity \"" + asked.enforce() + "\": " + Violation.details(enforced));
    }
    warn(request, asked.warn(), subject);
  }

  private void template(AdmissionRequest request, ObjectNode object, List<String> place) {
    NamespaceStandards asked = standardsOf(request.namespace());
    PodTemplateSpec template =
        new PodTemplateSpec(PodSpecs.at(place.subList(0, place.size() - 1), object));
    if (asked.warnsAndAuditsNothing() || !template.spec().present()) {
      return;
    }
    CheckedPod subject = new CheckedPod(template.metadata(), template.spec());
    audit(request, asked, subject);
    warn(request, asked.warn(), subject);
  }

  private void warn(AdmissionRequest request, Standard standard, CheckedPod subject) {
    List<Violation> found = standards.violations(standard, subject);
    if (!found.isEmpty()) {
      request.warn().accept(wouldViolate(standard, found));
    }
  }

  private void audit(AdmissionRequest request, NamespaceStandards asked, CheckedPod subject) {
    if (!asked.errors().isEmpty()) {
      audit.annotate(
          request, PREFIX + "error", "Failed to parse policy: " + asked.errors().message());
    }
    List<Violation> found = standards.violations(asked.audit(), subject);
    if (!found.isEmpty()) {
      audit.annotate(request, PREFIX + "audit-violations", wouldViolate(asked.audit(), found));
    }
  }

  private static String wouldViolate(Standard standard, List<Violation> found) {
    return "would violate PodSecurity \"" + standard + "\": " + Violation.details(found);
  }

  private void namespace(AdmissionRequest request, ObjectNode namespace) {
    NamespaceStandards asked = NamespaceStandards.of(namespace);
    if (request.operation() == Operation.CREATE || request.old() == null) {
      refuse(request, asked);
      return;
    }
    NamespaceStandards before = NamespaceStandards.of(request.old());
    if (!asked.errors().list().equals(before.errors().list())) {
      refuse(request, asked);
    }
    Standard enforce = asked.enforce();
    boolean laxer =
        enforce.version().equals(before.enforce().version())
            && enforce.level().compareTo(before.enforce().level()) <= 0;
    if (!enforce.asksNothing() && !laxer) {
      List<ObjectNode> pods = cluster.list("v1", "Pod", request.name());
      ExistingPods.warnings(standards, request.name(), enforce, pods).forEach(request.warn());
    }
  }

  private static void refuse(AdmissionRequest request, NamespaceStandards asked) {
    if (!asked.errors().isEmpty()) {
      throw Status.invalid("", "Namespace", request.name(), asked.errors()).exception();
    }
  }

  private NamespaceStandards standardsOf(String namespace) {
    return cluster
        .get("v1", "Namespace", "", namespace)
        .map(NamespaceStandards::of)
        .orElseThrow(() -> Status.internal("failed to lookup namespace " + namespace).exception());
  }
}
