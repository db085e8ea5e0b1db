package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1;
import java.util.List;
import java.util.Optional;

/** Brings what the API server tells of nodes into the cache. */
record NodeListener(SchedulerCache cache) implements Reflector.Listener {
  @Override
  public void replaced(List<ObjectNode> all) {
    cache.change(
        cluster -> {
          List.copyOf(cluster.nodeNames()).forEach(cluster::removeNode);
          all.forEach(node -> cluster.putNode(CoreV1.Node.of(node)));
          return Optional.of(ClusterEvent.NODE_CHANGED);
        });
  }

  @Override
  public void changed(ObjectNode node) {
    cache.change(
        cluster -> {
          CoreV1.Node now = CoreV1.Node.of(node);
          CoreV1.Node before = cluster.putNode(now);
          return before == null || matters(before, now)
              ? Optional.of(ClusterEvent.NODE_CHANGED)
              : Optional.empty();
        });
  }

  @Override
  public void deleted(ObjectNode node) {
    cache.change(
        cluster -> {
          cluster.removeNode(CoreV1.Node.of(node).metadata().name().text());
          return Optional.empty();
        });
  }

  private static boolean matters(CoreV1.Node before, CoreV1.Node after) {
    return !before.spec().tree().equals(after.spec().tree())
        || differ(before.metadata().labels(), after.metadata().labels())
        || differ(before.status().allocatable(), after.status().allocatable())
        || !before.status().features().tree().equals(after.status().features().tree());
  }

  private static boolean differ(At before, At after) {
    return !before.node().equals(after.node());
  }
}
