package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.Set;

/** Brings all pods into the cache: those that wait, and those that take room. */
record PodListener(SchedulerCache cache) implements Reflector.Listener {
  @Override
  public void replaced(List<ObjectNode> all) {
    Set<String> gone = cache.uids();
    for (ObjectNode tree : all) {
      Pod pod = Pod.of(tree);
      gone.remove(pod.uid());
      cache.put(pod);
    }
    gone.forEach(cache::forget);
  }

  @Override
  public void changed(ObjectNode tree) {
    cache.put(Pod.of(tree));
  }

  @Override
  public void deleted(ObjectNode tree) {
    cache.forget(Pod.of(tree).uid());
  }
}
