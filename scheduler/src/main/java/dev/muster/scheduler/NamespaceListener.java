package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.views.CoreV1.Namespace;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Brings the labels of namespaces into the cache. */
record NamespaceListener(SchedulerCache cache) implements Reflector.Listener {
  @Override
  public void replaced(List<ObjectNode> all) {
    cache.change(
        cluster -> {
          cluster.namespaces().clear();
          all.forEach(each -> cluster.namespaces().put(name(each), labels(each)));
          return Optional.of(ClusterEvent.NAMESPACE_CHANGED);
        });
  }

  @Override
  public void changed(ObjectNode namespace) {
    cache.change(
        cluster -> {
          Map<String, String> labels = labels(namespace);
          return labels.equals(cluster.namespaces().put(name(namespace), labels))
              ? Optional.empty()
              : Optional.of(ClusterEvent.NAMESPACE_CHANGED);
        });
  }

  @Override
  public void deleted(ObjectNode namespace) {
    cache.change(
        cluster -> {
          cluster.namespaces().remove(name(namespace));
          return Optional.empty();
        });
  }

  private static String name(ObjectNode tree) {
    return Namespace.of(tree).metadata().name().text();
  }

  private static Map<String, String> labels(ObjectNode tree) {
    return Namespace.of(tree).metadata().labels().textMap();
  }
}
