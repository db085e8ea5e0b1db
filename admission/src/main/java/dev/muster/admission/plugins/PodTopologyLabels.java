package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.views.CoreV1.Binding;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.ObjectReference;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.List;

/** A pod that comes to a node has the node's zone and region among its labels. */
public final class PodTopologyLabels implements AdmissionPlugin {
  private static final List<String> LABELS =
      List.of("topology.kubernetes.io/region", "topology.kubernetes.io/zone");

  private final Cluster cluster;
  private final boolean on;

  public PodTopologyLabels(Cluster cluster, boolean on) {
    this.cluster = cluster;
    this.on = on;
  }

  @Override
  public String name() {
    return "PodTopologyLabels";
  }

  @Override
  public void admit(AdmissionRequest request) {
    ObjectNode object = request.object();
    boolean pods = request.kind().group().isEmpty() && request.kind().kind().equals("Pod");
    if (!on || !pods || object == null || request.operation() != Operation.CREATE) {
      return;
    }
    String node =
        switch (request.subresource()) {
          case "" -> Pod.of(object).spec().nodeName().text();
          case "binding" -> node(Binding.of(object).target());
          default -> "";
        };
    if (!node.isEmpty()) {
      cluster.get("v1", "Node", "", node).ifPresent(found -> copy(Node.of(found), object));
    }
  }

  private static String node(ObjectReference target) {
    return target.kind().text().equals("Node") ? target.name().text() : "";
  }

  private static void copy(Node node, ObjectNode to) {
    for (String label : LABELS) {
      JsonNode value = node.metadata().labels().get(label).node();
      if (value.isTextual()) {
        MutableObjectMeta.ofObject(to).labels().map().set(label, value);
      }
    }
  }
}
