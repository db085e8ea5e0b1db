package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.base.go.GoText;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.NodeConfigSource;
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
    Node now = Node.of(NodeRestriction.object(request));
    Node before = Node.of(NodeRestriction.old(request));
    if (request.operation() == Operation.CREATE) {
      if (now.spec().configSource().present()) {
        throw request.forbidden(
            "node "
                + GoText.quote(node)
                + " is not allowed to create pods with a non-nil configSource");
      }
      Set<String> labels = forbidden(labels(now), labels(before));
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

  private static void update(String node, AdmissionRequest request, Node now, Node before) {
    NodeConfigSource source = now.spec().configSource();
    if (source.present() && !source.tree().equals(before.spec().configSource().tree())) {
      throw request.forbidden(
          "node "
              + GoText.quote(node)
              + " is not allowed to update configSource to a new non-nil configSource");
    }
    if (!now.spec().taints().at().node().equals(before.spec().taints().at().node())) {
      throw request.forbidden("node " + GoText.quote(node) + " is not allowed to modify taints");
    }
    // with an owner that does not exist it would be collected, and come back as if it were new
    if (!owners(now).equals(owners(before))) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " is not allowed to modify ownerReferences");
    }
    Set<String> labels = forbidden(labels(now), labels(before));
    if (!labels.isEmpty()) {
      throw request.forbidden("is not allowed to modify labels: " + String.join(", ", labels));
    }
  }

  private static JsonNode labels(Node node) {
    return node.metadata().labels().node();
  }

  private static JsonNode owners(Node node) {
    return node.metadata().ownerReferences().at().node();
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
