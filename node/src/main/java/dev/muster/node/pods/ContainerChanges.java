package dev.muster.node.pods;

import dev.muster.model.field.At;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.images.ImagePulls;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Probe;
import java.time.Duration;
import java.util.Optional;

/** Carries out which containers are to be killed and started. */
public record ContainerChanges(
    ContainerKills kills,
    ContainerStarts starts,
    OldContainers oldContainers,
    CrashBackOff backOff,
    ImagePulls images) {
  private static final Duration RETRY = Duration.ofSeconds(2);

  /**
   * @param progress whether anything was started or killed
   * @param again when to look again at the latest
   */
  record Outcome(boolean progress, Duration again) {}

  Outcome apply(Pod pod, PodView view, Step.Containers change, PodMemory memory)
      throws RuntimeProblem {
    boolean progress = false;
    for (Step.Kill kill : change.kills()) {
      kills.kill(pod, view, kill.container(), kill.why(), grace(pod, kill));
      progress = true;
    }
    Duration again = PodSync.IDLE;
    SandboxView sandbox = view.readySandbox().orElseThrow();
    for (ContainerSpec container : change.starts()) {
      Optional<Duration> wait = backOff.left(pod, container, view, memory);
      if (wait.isPresent()) {
        again = PodSync.shorter(again, wait.get());
        continue;
      }
      oldContainers.prune(view, container.name());
      try {
        starts.start(pod, container, view, sandbox, memory);
        memory.problems().remove(container.name());
        progress = true;
      } catch (ContainerProblem e) {
        memory.problems().put(container.name(), e);
        again = PodSync.shorter(again, retry(pod, container));
        if (e.reason().equals("PostStartHookError") || e.reason().equals("RunContainerError")) {
          progress = true;
        }
      }
    }
    return new Outcome(progress, again);
  }

  private Duration retry(Pod pod, ContainerSpec container) {
    Duration image = images.retryIn(pod, container);
    return image.compareTo(RETRY) > 0 ? image : RETRY;
  }

  private static long grace(Pod pod, Step.Kill kill) {
    return kill.probe()
        .flatMap(
            probe ->
                pod.container(kill.container().name())
                    .map(c -> new Probe(c.spec().at().get(probe)).terminationGracePeriodSeconds()))
        .filter(At::present)
        .map(At::number)
        .orElse(pod.gracePeriod());
  }
}
