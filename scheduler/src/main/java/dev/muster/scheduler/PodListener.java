package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.model.podspec.Pod;
import java.util.List;
import java.util.Set;

/** Brings all pods into the cache: those that wait, and those that take room. */
record PodListener(SchedulerCache cache) implements Reflector.Listener {
  @Override
  public void replaced(List<ObjectNode> all) {
    Set<String> gone = cache.uids();
    for (ObjectNode tree : all) {
      Pod pod = new Pod(tree);
      gone.remove(pod.uid());
      cache.put(pod);
    }
    gone.forEach(cache::forget);
  }

  @Override
  public void changed(ObjectNode tree) {
    cache.put(new Pod(tree));
  }

  @Override
  public void deleted(ObjectNode tree) {
    cache.forget(new Pod(tree).uid());
  }
}
