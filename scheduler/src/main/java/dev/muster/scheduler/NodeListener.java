package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import java.util.List;
import java.util.Optional;

/** Brings what the API server tells of nodes into the cache. */
record NodeListener(SchedulerCache cache) implements Reflector.Listener {
  @Override
  public void replaced(List<ObjectNode> all) {
    cache.change(
        cluster -> {
          List.copyOf(cluster.nodeNames()).forEach(cluster::removeNode);
          all.forEach(cluster::putNode);
          return Optional.of(ClusterEvent.NODE_CHANGED);
        });
  }

  @Override
  public void changed(ObjectNode node) {
    cache.change(
        cluster -> {
          ObjectNode before = cluster.putNode(node);
          return before == null || matters(before, node)
              ? Optional.of(ClusterEvent.NODE_CHANGED)
              : Optional.empty();
        });
  }

  @Override
  public void deleted(ObjectNode node) {
    cache.change(
        cluster -> {
          cluster.removeNode(node.path("metadata").path("name").asText());
          return Optional.empty();
        });
  }

  private static boolean matters(ObjectNode before, ObjectNode after) {
    return !before.path("spec").equals(after.path("spec"))
        || !before.path("metadata").path("labels").equals(after.path("metadata").path("labels"))
        || !before.at("/status/allocatable").equals(after.at("/status/allocatable"))
        || !before.at("/status/features").equals(after.at("/status/features"));
  }
}
