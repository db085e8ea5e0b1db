package dev.muster.model.selector;

import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which fields a kind can be selected by. Kinds that are not in the table know the two that every
 * object has.
 */
final class FieldLabels {
  private static final String NAME = "metadata.name";
  private static final String NAMESPACE = "metadata.namespace";

  /** What every object can be selected by. */
  static final List<FieldPath> COMMON = List.of(FieldPath.of(NAME), FieldPath.of(NAMESPACE));

  private static final String USUAL = "field label not supported: %s";

  private static final Map<Type, FieldLabels> BY_KIND = table();

  private record Type(String apiVersion, String kind) {
    static Type of(Kind kind) {
      return new Type(kind.apiVersion(), kind.kind());
    }
  }

  private final String refusal;

  /** As given, to the name under which the stored object knows it. */
  private final Map<String, String> names;

  private final List<FieldPath> fields;

  private FieldLabels(String refusal, Map<String, String> names) {
    this.refusal = refusal;
    this.names = names;
    this.fields = names.values().stream().distinct().sorted().map(FieldPath::of).toList();
  }

  /**
   * The stored object's name for a field.
   *
   * @throws dev.muster.model.status.ApiException when the kind cannot be selected by it
   */
  static String resolve(Kind kind, String label) {
    FieldLabels own = BY_KIND.get(Type.of(kind));
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

  /** All fields that objects of the kind can be selected by, as the stored object has them. */
  static List<FieldPath> fields(Kind kind) {
    FieldLabels own = BY_KIND.get(Type.of(kind));
    List<FieldPath> fields = own == null ? COMMON : own.fields;
    List<String> particular = kind.strategy().selectableFieldNames();
    if (particular.isEmpty()) {
      return fields;
    }
    Set<String> known = fields.stream().map(FieldPath::name).collect(Collectors.toSet());
    return Stream.concat(
            fields.stream(),
            particular.stream().filter(name -> !known.contains(name)).map(FieldPath::of))
        .toList();
  }

  private static Map<Type, FieldLabels> table() {
    Map<Type, FieldLabels> out = new HashMap<>();
    Map<String, String> pod =
        asStored(
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
    pod.put("spec.host", "spec.nodeName");
    out.put(new Type("v1", "Pod"), new FieldLabels(USUAL, pod));
    out.put(new Type("v1", "Node"), of(NAME, "spec.unschedulable"));
    out.put(new Type("v1", "ReplicationController"), of(NAME, NAMESPACE, "status.replicas"));
    out.put(new Type("v1", "Namespace"), of(NAME, "status.phase"));
    out.put(new Type("v1", "Secret"), of(NAME, NAMESPACE, "type"));
    out.put(new Type("v1", "Service"), of(NAME, NAMESPACE, "spec.clusterIP", "spec.type"));
    out.put(new Type("v1", "Event"), event("involvedObject", "reportingComponent", "source"));
    out.put(new Type("events.k8s.io/v1", "Event"), event("regarding", "reportingController", ""));
    out.put(
        new Type("certificates.k8s.io/v1", "CertificateSigningRequest"),
        of(NAME, "spec.signerName"));
    out.put(
        new Type("batch/v1", "Job"),
        new FieldLabels(
            "field label \"%s\" not supported for Job",
            asStored(NAME, NAMESPACE, "status.successful")));
    out.put(
        new Type("apps/v1", "StatefulSet"),
        new FieldLabels(
            "field label not supported for appsv1.StatefulSet: %s",
            asStored(NAME, NAMESPACE, "status.successful")));
    out.put(
        new Type("resource.k8s.io/v1", "ResourceSlice"),
        new FieldLabels(
            "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: %s",
            asStored(NAME, "spec.nodeName", "spec.driver")));
    return out;
  }

  private static FieldLabels of(String... labels) {
    return new FieldLabels(USUAL, asStored(labels));
  }

  private static Map<String, String> asStored(String... labels) {
    Map<String, String> out = new HashMap<>();
    for (String label : labels) {
      out.put(label, label);
    }
    return out;
  }

  /** Both versions of events are stored in the core one. */
  private static FieldLabels event(String object, String reporter, String source) {
    Map<String, String> out = asStored(NAME, NAMESPACE, "reason", "type");
    for (String part :
        List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")) {
      out.put(object + "." + part, "involvedObject." + part);
    }
    out.put(reporter, "reportingComponent");
    if (!source.isEmpty()) {
      out.put(source, source);
    }
    return new FieldLabels(USUAL, out);
  }
}
