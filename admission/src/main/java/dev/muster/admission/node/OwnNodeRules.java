package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.base.go.GoText;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node writes its own Node alone, and there neither its taints nor its owners nor labels by which
 * others place pods: it could draw to itself what was not meant for it.
 */
final class OwnNodeRules {
  private static final String RESTRICTED = "node-restriction.kubernetes.io";
  private static final Set<String> OWN_NAMESPACES =
      Set.of("kubelet.kubernetes.io", "node.kubernetes.io");
  private static final Set<String> OWN_LABELS =
      Set.of(
          "kubernetes.io/hostname",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch",
          "beta.kubernetes.io/instance-type",
          "node.kubernetes.io/instance-type",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region");

  private OwnNodeRules() {}

  static void check(String node, AdmissionRequest request) {
    if (!request.name().equals(node)) {
      throw request.forbidden(
          "node "
              + GoText.quote(node)
              + " is not allowed to modify node "
              + GoText.quote(request.name()));
    }
    JsonNode now = NodeRestriction.object(request);
    JsonNode before = NodeRestriction.old(request);
    if (request.operation() == Operation.CREATE) {
      if (now.path("spec").has("configSource")) {
        throw request.forbidden(
            "node "
                + GoText.quote(node)
                + " is not allowed to create pods with a non-nil configSource");
      }
      Set<String> labels = forbidden(labels(now), before.path("metadata").path("labels"));
      if (!labels.isEmpty()) {
        throw request.forbidden(
            "node "
                + GoText.quote(node)
                + " is not allowed to set the following labels: "
                + String.join(", ", labels));
      }
    }
    if (request.operation() == Operation.UPDATE) {
      update(node, request, now, before);
    }
  }

  private static void update(String node, AdmissionRequest request, JsonNode now, JsonNode before) {
    JsonNode source = now.path("spec").path("configSource");
    if (source.isObject() && !source.equals(before.path("spec").path("configSource"))) {
      throw request.forbidden(
          "node "
              + GoText.quote(node)
              + " is not allowed to update configSource to a new non-nil configSource");
    }
    if (!now.path("spec").path("taints").equals(before.path("spec").path("taints"))) {
      throw request.forbidden("node " + GoText.quote(node) + " is not allowed to modify taints");
    }
    // with an owner that does not exist it would be collected, and come back as if it were new
    if (!now.path("metadata")
        .path("ownerReferences")
        .equals(before.path("metadata").path("ownerReferences"))) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " is not allowed to modify ownerReferences");
    }
    Set<String> labels = forbidden(labels(now), labels(before));
    if (!labels.isEmpty()) {
      throw request.forbidden("is not allowed to modify labels: " + String.join(", ", labels));
    }
  }

  private static JsonNode labels(JsonNode node) {
    return node.path("metadata").path("labels");
  }

  /** Labels that differ and are not a node's to change, in order. */
  private static Set<String> forbidden(JsonNode now, JsonNode before) {
    Set<String> changed = new TreeSet<>();
    now.properties().forEach(e -> addIfOther(changed, e.getKey(), e.getValue(), before));
    before.properties().forEach(e -> addIfOther(changed, e.getKey(), e.getValue(), now));
    changed.removeIf(label -> !isForbidden(label));
    return changed;
  }

  private static void addIfOther(Set<String> changed, String key, JsonNode value, JsonNode other) {
    if (!value.equals(other.get(key))) {
      changed.add(key);
    }
  }

  private static boolean isForbidden(String label) {
    int slash = label.indexOf('/');
    String namespace = slash < 0 ? "" : label.substring(0, slash);
    boolean kubernetes = within(namespace, "kubernetes.io") || within(namespace, "k8s.io");
    boolean own =
        OWN_LABELS.contains(label)
            || OWN_NAMESPACES.stream().anyMatch(parent -> within(namespace, parent));
    return within(namespace, RESTRICTED) || kubernetes && !own;
  }

  private static boolean within(String namespace, String parent) {
    return namespace.equals(parent) || namespace.endsWith("." + parent);
  }
}
