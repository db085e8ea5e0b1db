package dev.muster.model.selector;

import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which fields a kind can be selected by. Kinds that are not in the table know the two that every
 * object has.
 */
final class FieldLabels {
  private static final String NAME = "metadata.name";
  private static final String NAMESPACE = "metadata.namespace";

  /** What every object can be selected by. */
  static final Set<String> COMMON = Set.of(NAME, NAMESPACE);

  private static final String USUAL = "field label not supported: %s";

  private static final Map<String, FieldLabels> BY_KIND = table();

  /** As given, to the name under which the stored object knows it. */
  private final Map<String, String> names = new HashMap<>();

  private final String refusal;

  private FieldLabels(String refusal, List<String> labels) {
    this.refusal = refusal;
    labels.forEach(label -> names.put(label, label));
  }

  /**
   * The stored object's name for a field.
   *
   * @throws dev.muster.model.status.ApiException when the kind cannot be selected by it
   */
  static String resolve(Kind kind, String label) {
    FieldLabels own = BY_KIND.get(kind.apiVersion() + "/" + kind.kind());
    if (own != null) {
      String name = own.names.get(label);
      if (name == null) {
        throw Status.badRequest(own.refusal.formatted(label)).exception();
      }
      return name;
    }
    if (label.equals(NAME)
        || label.equals(NAMESPACE)
        || kind.strategy().selectableFieldNames().contains(label)) {
      return label;
    }
    if (kind.type().content() != null) {
      throw Status.badRequest(USUAL.formatted(label)).exception();
    }
    throw Status.badRequest(
            "%s is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                .formatted(GoText.quote(label)))
        .exception();
  }

  /** The stored object's names for all fields that the kind can be selected by. */
  static Set<String> names(Kind kind) {
    FieldLabels own = BY_KIND.get(kind.apiVersion() + "/" + kind.kind());
    Set<String> out = new HashSet<>(kind.strategy().selectableFieldNames());
    out.addAll(own == null ? List.of(NAME, NAMESPACE) : own.names.values());
    return out;
  }

  private static Map<String, FieldLabels> table() {
    Map<String, FieldLabels> out = new HashMap<>();
    FieldLabels pod =
        of(
            NAME,
            NAMESPACE,
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "spec.hostNetwork",
            "status.phase",
            "status.podIP",
            "status.podIPs",
            "status.nominatedNodeName");
    pod.names.put("spec.host", "spec.nodeName");
    out.put("v1/Pod", pod);
    out.put("v1/Node", of(NAME, "spec.unschedulable"));
    out.put("v1/ReplicationController", of(NAME, NAMESPACE, "status.replicas"));
    out.put("v1/Namespace", of(NAME, "status.phase"));
    out.put("v1/Secret", of(NAME, NAMESPACE, "type"));
    out.put("v1/Service", of(NAME, NAMESPACE, "spec.clusterIP", "spec.type"));
    out.put("v1/Event", event("involvedObject", "reportingComponent", "source"));
    out.put("events.k8s.io/v1/Event", event("regarding", "reportingController", ""));
    out.put("certificates.k8s.io/v1/CertificateSigningRequest", of(NAME, "spec.signerName"));
    out.put(
        "batch/v1/Job",
        new FieldLabels(
            "field label \"%s\" not supported for Job",
            List.of(NAME, NAMESPACE, "status.successful")));
    out.put(
        "apps/v1/StatefulSet",
        new FieldLabels(
            "field label not supported for appsv1.StatefulSet: %s",
            List.of(NAME, NAMESPACE, "status.successful")));
    out.put(
        "resource.k8s.io/v1/ResourceSlice",
        new FieldLabels(
            "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: %s",
            List.of(NAME, "spec.nodeName", "spec.driver")));
    return out;
  }

  private static FieldLabels of(String... labels) {
    return new FieldLabels(USUAL, List.of(labels));
  }

  /** Both versions of events are stored in the core one. */
  private static FieldLabels event(String object, String reporter, String source) {
    FieldLabels out = of(NAME, NAMESPACE, "reason", "type");
    for (String part :
        List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")) {
      out.names.put(object + "." + part, "involvedObject." + part);
    }
    out.names.put(reporter, "reportingComponent");
    if (!source.isEmpty()) {
      out.names.put(source, source);
    }
    return out;
  }
}
