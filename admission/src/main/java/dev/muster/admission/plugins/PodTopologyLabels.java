package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
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
    JsonNode target = object.path("target");
    String node =
        switch (request.subresource()) {
          case "" -> object.path("spec").path("nodeName").asText("");
          case "binding" ->
              target.path("kind").asText().equals("Node") ? target.path("name").asText("") : "";
          default -> "";
        };
    if (!node.isEmpty()) {
      cluster.get("v1", "Node", "", node).ifPresent(found -> copy(found, object));
    }
  }

  private static void copy(ObjectNode node, ObjectNode to) {
    for (String label : LABELS) {
      JsonNode value = node.path("metadata").path("labels").path(label);
      if (value.isTextual()) {
        to.withObjectProperty("metadata").withObjectProperty("labels").set(label, value);
      }
    }
  }
}
