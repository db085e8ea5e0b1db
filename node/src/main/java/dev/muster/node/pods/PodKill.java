package dev.muster.node.pods;

import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends all containers of a pod: the others first and at once, then the sidecars, the last one
 * first. Asked again with a shorter grace period, it hurries.
 */
final class PodKill {
  private static final Logger LOG = LoggerFactory.getLogger(PodKill.class);

  private static final Duration RETRY = Duration.ofSeconds(2);

  private final ContainerKills kills;
  private final Runnable changed;

  /** The grace period of kills under way, by container id. */
  private final Map<String, Long> underWay = new HashMap<>();

  /**
   * @param changed called from another thread when a container has ended
   */
  PodKill(ContainerKills kills, Runnable changed) {
    this.kills = kills;
    this.changed = changed;
  }

  /** Returns at once; true if nothing runs any more. */
  synchronized boolean ensure(Pod pod, PodView view, long grace) {
    List<ContainerView> running = view.running();
    if (running.isEmpty()) {
      return true;
    }
    for (ContainerView one : next(pod, running)) {
      Long before = underWay.get(one.id());
      if (before == null || before > grace) {
        underWay.put(one.id(), grace);
        Thread.ofVirtual().start(() -> kill(pod, view, one, grace));
      }
    }
    return false;
  }

  private static List<ContainerView> next(Pod pod, List<ContainerView> running) {
    List<String> sidecars =
        pod.initContainers().stream()
            .filter(ContainerSpec::isSidecar)
            .map(ContainerSpec::name)
            .toList();
    List<ContainerView> others =
        running.stream().filter(v -> !sidecars.contains(v.name())).toList();
    if (!others.isEmpty()) {
      return others;
    }
    List<ContainerView> last = new ArrayList<>(running);
    last.sort((a, b) -> sidecars.indexOf(b.name()) - sidecars.indexOf(a.name()));
    return last.subList(0, 1);
  }

  /** A runtime that refuses at once is not asked again at once. */
  private static void pause() {
    try {
      Thread.sleep(RETRY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void kill(Pod pod, PodView view, ContainerView one, long grace) {
    try {
      kills.kill(pod, view, one, "Stopping container " + one.name(), grace);
    } catch (RuntimeProblem e) {
      LOG.debug("not killed: pod={} container={}: {}", pod.key(), one.name(), e.getMessage());
      pause();
      synchronized (this) {
        underWay.remove(one.id());
      }
    }
    changed.run();
  }
}
