package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.authz.node.NodeGraph;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.manifests.ManifestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What nodes have to do with: their pods, and what those name. */
final class NodePolicy {
  private static final Map<String, String> LISTS =
      Map.of(
          "Pod", "/api/v1/pods",
          "PersistentVolume", "/api/v1/persistentvolumes",
          "VolumeAttachment", "/apis/storage.k8s.io/v1/volumeattachments",
          "ResourceSlice", "/apis/resource.k8s.io/v1/resourceslices");

  private NodePolicy() {}

  static NodeGraph inFiles(List<Path> paths) throws IOException {
    NodeGraph graph = new NodeGraph();
    for (JsonNode object : ManifestFiles.read(paths)) {
      put(graph, object.path("kind").asText(), object);
    }
    return graph;
  }

  /** What a cluster has now; it must allow its user to list all of it. */
  static NodeGraph of(ClusterApi cluster) throws IOException, InterruptedException {
    NodeGraph graph = new NodeGraph();
    for (Map.Entry<String, String> list : LISTS.entrySet()) {
      cluster.list(list.getValue()).forEach(object -> put(graph, list.getKey(), object));
    }
    return graph;
  }

  private static void put(NodeGraph graph, String kind, JsonNode object) {
    switch (kind) {
      case "Pod" -> graph.putPod(object);
      case "PersistentVolume" -> graph.putVolume(object);
      case "VolumeAttachment" -> graph.putAttachment(object);
      case "ResourceSlice" -> graph.putSlice(object);
      default -> {}
    }
  }
}
