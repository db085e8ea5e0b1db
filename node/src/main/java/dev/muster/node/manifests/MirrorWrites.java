package dev.muster.node.manifests;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.MutableDeleteOptions;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
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
    MutablePod mirror = MutablePod.copyOf(pod);
    MutableObjectMeta metadata = mirror.metadata().ensure();
    metadata.uid().remove();
    metadata.annotations().map().put(Pod.MIRROR, pod.uid());
    ObjectMeta owner = CoreV1.Node.of(node.get()).metadata();
    if (!owner.uid().text().isEmpty()) {
      metadata.ownerReferences().replace();
      metadata
          .ownerReferences()
          .add()
          .apiVersion("v1")
          .kind("Node")
          .name(owner.name().text())
          .uid(owner.uid().text())
          .controller(true);
    }
    mirror.status().remove();
    try {
      client.create("/api/v1/namespaces/" + pod.namespace() + "/pods", mirror.tree());
      return true;
    } catch (IOException e) {
      LOG.debug("mirror pod not made: pod={}: {}", pod.key(), e.getMessage());
      return false;
    }
  }

  void delete(Pod pod) {
    MutableDeleteOptions options =
        MutableDeleteOptions.create().kind("DeleteOptions").apiVersion("v1").gracePeriodSeconds(0);
    try {
      client.delete(
          "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name(), options.tree());
    } catch (IOException e) {
      LOG.debug("mirror pod not deleted: pod={}: {}", pod.key(), e.getMessage());
    }
  }
}
