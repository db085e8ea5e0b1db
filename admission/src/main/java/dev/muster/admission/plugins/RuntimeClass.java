package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.NodeV1;
import dev.muster.views.NodeV1.Scheduling;
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
    MutablePodSpec spec = MutablePod.of(request.object()).spec().ensure();
    find(request, spec.runtimeClassName().text())
        .ifPresent(found -> apply(request, spec, NodeV1.RuntimeClass.of(found)));
  }

  @Override
  public void validate(AdmissionRequest request) {
    if (request.operation() != Operation.CREATE
        || !request.isFor("", "Pod")
        || request.object() == null) {
      return;
    }
    PodSpec spec = Pod.of(request.object()).spec();
    if (find(request, spec.runtimeClassName().text()).isEmpty() && spec.overhead().present()) {
      throw request.forbidden(
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
  }

  private Optional<ObjectNode> find(AdmissionRequest request, String name) {
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<ObjectNode> found = cluster.get("node.k8s.io/v1", "RuntimeClass", "", name);
    if (found.isEmpty()) {
      throw request.forbidden("pod rejected: RuntimeClass \"" + name + "\" not found");
    }
    return found;
  }

  private static void apply(
      AdmissionRequest request, MutablePodSpec spec, NodeV1.RuntimeClass found) {
    JsonNode overhead = found.overhead().podFixed().node();
    if (!overhead.isEmpty()) {
      if (spec.overhead().present() && !sameAmounts(spec.overhead().node(), overhead)) {
        throw request.forbidden(
            "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
      }
      spec.overhead(overhead.deepCopy());
    } else if (spec.overhead().present()) {
      throw request.forbidden(
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
    schedule(request, spec, found.scheduling());
  }

  private static void schedule(
      AdmissionRequest request, MutablePodSpec spec, Scheduling scheduling) {
    for (Map.Entry<String, JsonNode> wanted : scheduling.nodeSelector().node().properties()) {
      ObjectNode selector = spec.nodeSelector().map();
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
    JsonNode tolerations = scheduling.tolerations().at().node();
    if (!tolerations.isEmpty()) {
      ArrayNode own = spec.tolerations().list();
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
