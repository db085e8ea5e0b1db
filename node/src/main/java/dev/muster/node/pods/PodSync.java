package dev.muster.node.pods;

import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.util.Optional;

/** Carries out what the planner says, until there is nothing to do for now. */
public record PodSync(
    PodPreparation preparation,
    PodSandboxes sandboxes,
    ContainerChanges containers,
    ContainerResizes resizes,
    PodProbes probes,
    RuntimeStates states) {
  static final Duration IDLE = Duration.ofHours(1);
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration RESIZE_RETRY = Duration.ofSeconds(10);
  private static final int MOST_ROUNDS = 8;

  /** When to look again at the latest; nothing if the pod has come to its end. */
  Optional<Duration> sync(Pod pod, PodView first, PodMemory memory) throws RuntimeProblem {
    if (!preparation.prepare(pod, first)) {
      return Optional.of(RETRY);
    }
    PodView view = first;
    Duration wait = IDLE;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      probes.update(pod, view);
      Duration later = resizes.give(pod, view, memory.resize()) ? IDLE : RESIZE_RETRY;
      switch (Planner.next(pod, view, probes, c -> resizes.restarts(pod, c))) {
        case Step.End end -> {
          return Optional.empty();
        }
        case Step.NewSandbox made -> {
          if (!sandboxes.replace(pod, view, made.attempt())) {
            return Optional.of(RETRY);
          }
        }
        case Step.Containers change -> {
          if (change.kills().isEmpty() && change.starts().isEmpty()) {
            return Optional.of(shorter(wait, later));
          }
          ContainerChanges.Outcome outcome = containers.apply(pod, view, change, memory);
          wait = outcome.again();
          if (!outcome.progress()) {
            return Optional.of(shorter(wait, later));
          }
        }
      }
      view = states.refresh(pod.uid());
    }
    return Optional.of(Duration.ZERO);
  }

  static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
