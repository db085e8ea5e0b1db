package dev.muster.node.pods;

import dev.muster.base.go.GoDuration;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.containers.Backoffs;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** How long a container that has ended must wait before its next start. */
public record CrashBackOff(Backoffs crashes, EventRecorder events, InstantSource clock) {
  private static final Duration SURELY_OVER = Duration.ofMillis(10);

  /** Empty if it may start now. */
  Optional<Duration> left(Pod pod, ContainerSpec container, PodView view, PodMemory memory) {
    Optional<ContainerView> ended =
        view.container(container.name()).filter(ContainerView::hasEnded);
    if (ended.isEmpty()) {
      return Optional.empty();
    }
    String key = key(pod, container);
    Instant now = clock.instant();
    Duration left = crashes.left(key, Instant.ofEpochSecond(0, ended.get().finishedAt()), now);
    if (!left.isPositive()) {
      crashes.tried(key, now);
      return Optional.empty();
    }
    String where = pod.name() + "_" + pod.namespace() + "(" + pod.uid() + ")";
    events.container(
        pod,
        container,
        EventType.WARNING,
        "BackOff",
        "Back-off restarting failed container " + container.name() + " in pod " + where);
    memory
        .problems()
        .put(
            container.name(),
            new ContainerProblem(
                "CrashLoopBackOff",
                "back-off "
                    + GoDuration.text(crashes.pause(key))
                    + " restarting failed container="
                    + container.name()
                    + " pod="
                    + where));
    return Optional.of(left.plus(SURELY_OVER));
  }

  /** Crashes are counted for one image: with another, a container begins anew. */
  static String key(Pod pod, ContainerSpec container) {
    return pod.uid() + "/" + container.name() + "/" + ContainerConfigs.hash(container);
  }

  public void forget(String uid) {
    crashes.forget(uid + "/");
  }
}
