package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.model.quantity.Quantity;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A pod's overhead, node selector and tolerations follow from its runtime class. */
public final class RuntimeClass implements AdmissionPlugin {
  private final Cluster cluster;

  public RuntimeClass(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return "RuntimeClass";
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (request.operation() != Operation.CREATE
        || !request.isFor("", "Pod")
        || request.object() == null) {
      return;
    }
    ObjectNode spec = (ObjectNode) request.object().get("spec");
    find(request, spec).ifPresent(found -> apply(request, spec, found));
  }

  @Override
  public void validate(AdmissionRequest request) {
    if (request.operation() != Operation.CREATE
        || !request.isFor("", "Pod")
        || request.object() == null) {
      return;
    }
    ObjectNode spec = (ObjectNode) request.object().get("spec");
    if (find(request, spec).isEmpty() && spec.has("overhead")) {
      throw request.forbidden(
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
  }

  private Optional<ObjectNode> find(AdmissionRequest request, ObjectNode spec) {
    String name = spec.path("runtimeClassName").asText();
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<ObjectNode> found = cluster.get("node.k8s.io/v1", "RuntimeClass", "", name);
    if (found.isEmpty()) {
      throw request.forbidden("pod rejected: RuntimeClass \"" + name + "\" not found");
    }
    return found;
  }

  private static void apply(AdmissionRequest request, ObjectNode spec, ObjectNode found) {
    JsonNode overhead = found.path("overhead").path("podFixed");
    if (!overhead.isEmpty()) {
      if (spec.has("overhead") && !sameAmounts(spec.get("overhead"), overhead)) {
        throw request.forbidden(
            "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
      }
      spec.set("overhead", overhead.deepCopy());
    } else if (spec.has("overhead")) {
      throw request.forbidden(
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
    schedule(request, spec, found.path("scheduling"));
  }

  private static void schedule(AdmissionRequest request, ObjectNode spec, JsonNode scheduling) {
    for (Map.Entry<String, JsonNode> wanted : scheduling.path("nodeSelector").properties()) {
      ObjectNode selector = spec.withObject("/nodeSelector");
      JsonNode present = selector.get(wanted.getKey());
      if (present != null && !present.equals(wanted.getValue())) {
        throw request.forbidden(
            "conflict: runtimeClass.scheduling.nodeSelector["
                + wanted.getKey()
                + "] = "
                + wanted.getValue().asText()
                + "; pod.spec.nodeSelector["
                + wanted.getKey()
                + "] = "
                + present.asText());
      }
      selector.set(wanted.getKey(), wanted.getValue());
    }
    JsonNode tolerations = scheduling.path("tolerations");
    if (!tolerations.isEmpty()) {
      ArrayNode own =
          spec.has("tolerations")
              ? (ArrayNode) spec.get("tolerations")
              : spec.putArray("tolerations");
      Set<String> known = new HashSet<>();
      own.forEach(toleration -> known.add(toleration.toString()));
      tolerations.forEach(
          t -> {
            if (known.add(t.toString())) {
              own.add(t.deepCopy());
            }
          });
    }
  }

  private static boolean sameAmounts(JsonNode a, JsonNode b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<String, JsonNode> e : a.properties()) {
      JsonNode other = b.get(e.getKey());
      if (other == null
          || !Quantity.parse(e.getValue().asText()).equals(Quantity.parse(other.asText()))) {
        return false;
      }
    }
    return true;
  }
}
