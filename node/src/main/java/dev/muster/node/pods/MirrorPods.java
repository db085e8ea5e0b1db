package dev.muster.node.pods;

import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All that the API shows of static pods, also of such as are no more. Thread-safe. */
public final class MirrorPods {
  private final Map<String, Pod> mirrors = new ConcurrentHashMap<>();
  private volatile Runnable lost = () -> {};

  /** Told when the API's picture of a static pod goes, or is of none; must not block. */
  public void onLost(Runnable told) {
    lost = told;
  }

  public List<Pod> all() {
    return List.copyOf(mirrors.values());
  }

  /** The API's picture of a static pod of this name, as last seen. */
  public Optional<Pod> of(Pod pod) {
    return Optional.ofNullable(mirrors.get(pod.key()));
  }

  /**
   * @param worker of the static pod that it shows, if there is one
   */
  void put(Pod mirror, Optional<PodWorker> worker) {
    mirrors.put(mirror.key(), mirror);
    if (mirror.isDeleted() || worker.isEmpty()) {
      lost.run();
    } else {
      worker.get().show(mirror);
    }
  }

  void remove(Pod mirror) {
    mirrors.remove(mirror.key());
    lost.run();
  }

  /**
   * @param shown the uids of the static pods of which there still is a picture
   */
  void keep(Set<String> shown) {
    mirrors.values().removeIf(mirror -> !shown.contains(mirror.annotation(Pod.MIRROR)));
  }
}
