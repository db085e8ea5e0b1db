package dev.muster.node.manifests;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes and deletes the API's pictures of static pods; what fails is tried again by who asks.
 *
 * @param node the node as the API server knows it, whose the pictures are
 */
record MirrorWrites(ApiClient client, Supplier<ObjectNode> node) {
  private static final Logger LOG = LoggerFactory.getLogger(MirrorWrites.class);

  /** False if it could not be made. */
  boolean create(Pod pod) {
    ObjectNode tree = pod.tree().deepCopy();
    ObjectNode metadata = (ObjectNode) tree.get("metadata");
    metadata.remove("uid");
    metadata.withObject("/annotations").put(Pod.MIRROR, pod.uid());
    String uid = node.get().path("metadata").path("uid").asText();
    if (!uid.isEmpty()) {
      metadata
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", "v1")
          .put("kind", "Node")
          .put("name", node.get().path("metadata").path("name").asText())
          .put("uid", uid)
          .put("controller", true);
    }
    tree.remove("status");
    try {
      client.create("/api/v1/namespaces/" + pod.namespace() + "/pods", tree);
      return true;
    } catch (IOException e) {
      LOG.debug("mirror pod not made: pod={}: {}", pod.key(), e.getMessage());
      return false;
    }
  }

  void delete(Pod pod) {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.put("kind", "DeleteOptions").put("apiVersion", "v1").put("gracePeriodSeconds", 0L);
    try {
      client.delete("/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name(), options);
    } catch (IOException e) {
      LOG.debug("mirror pod not deleted: pod={}: {}", pod.key(), e.getMessage());
    }
  }
}
