package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.util.Optional;

/** What is done for a pod in each of its states, and when it moves on. Shared by all workers. */
public final class PodLifecycle {
  private static final Duration RESYNC = Duration.ofMinutes(1);

  /** So long the containers of a pod that is simply gone have to end, in seconds. */
  private static final long GRACE_OF_THE_LOST = 1;

  /** What comes after a step. */
  sealed interface Next {
    /** The state stays; it is looked at again after this time, if nothing happens before. */
    record Stay(Duration longest) implements Next {}

    record Move(PodWorkerState to) implements Next {}
  }

  private final RuntimeStates states;
  private final PodSync sync;
  private final PodProbes probes;
  private final IdentityCheck identities;
  private final ActiveDeadline deadline;
  private final PodCleanup cleanup;
  private final PodReports reports;
  private final EventRecorder events;

  public PodLifecycle(
      RuntimeStates states,
      PodSync sync,
      PodProbes probes,
      IdentityCheck identities,
      ActiveDeadline deadline,
      PodCleanup cleanup,
      PodReports reports,
      EventRecorder events) {
    this.states = states;
    this.sync = sync;
    this.probes = probes;
    this.identities = identities;
    this.deadline = deadline;
    this.cleanup = cleanup;
    this.reports = reports;
    this.events = events;
  }

  /** Brings a pod a step further. */
  Next step(PodWorkerState state, PodUpdate update, PodMemory memory) throws RuntimeProblem {
    return switch (state) {
      case PodWorkerState.Syncing syncing -> sync(syncing, update, memory);
      case PodWorkerState.Ending ending -> end(ending, update, memory);
      case PodWorkerState.Silent silent -> release(silent, update);
      case PodWorkerState.Released released -> remain(released, update, memory);
      case PodWorkerState.Gone gone -> new Next.Stay(RESYNC);
    };
  }

  private Next sync(PodWorkerState.Syncing state, PodUpdate update, PodMemory memory)
      throws RuntimeProblem {
    Pod pod = update.pod();
    if (update.removed() || pod.isDeleted()) {
      return new Next.Move(state.end(new PodEnd.Deleted()));
    }
    if (deadline.isOver(pod, memory.startTime())) {
      events.pod(
          pod, EventType.NORMAL, PodEnd.DeadlineExceeded.REASON, PodEnd.DeadlineExceeded.MESSAGE);
      return new Next.Move(state.end(new PodEnd.DeadlineExceeded()));
    }
    PodView before = states.refresh(pod.uid());
    if (!memory.resize().list().isEmpty()) {
      reports.report(update, state, before, memory); // a restart may take its time
    }
    Optional<Duration> next = sync.sync(pod, before, memory);
    if (next.isEmpty()) {
      return new Next.Move(state.end(new PodEnd.Finished()));
    }
    PodView after = states.refresh(pod.uid());
    probes.update(pod, after);
    identities.complete(pod, after, update.shown().status(), memory);
    reports.report(update, state, after, memory);
    Duration left = deadline.left(pod, memory.startTime()).orElse(RESYNC);
    return new Next.Stay(shorter(left, shorter(next.get(), RESYNC)));
  }

  private Next end(PodWorkerState.Ending state, PodUpdate update, PodMemory memory)
      throws RuntimeProblem {
    Pod pod = update.pod();
    probes.stop(pod.uid());
    PodView view = states.refresh(pod.uid());
    if (memory.kill().ensure(pod, view, grace(state.reason(), update))) {
      return new Next.Move(state.silent());
    }
    reports.report(update, state, view, memory);
    return new Next.Stay(RESYNC);
  }

  private Next release(PodWorkerState.Silent state, PodUpdate update) throws RuntimeProblem {
    cleanup.release(update.pod(), states.of(update.pod().uid()));
    return new Next.Move(state.release());
  }

  private Next remain(PodWorkerState.Released state, PodUpdate update, PodMemory memory)
      throws RuntimeProblem {
    PodView view = states.refresh(update.pod().uid());
    if (!update.removed()) {
      reports.reportEnd(update, state, view, memory);
      return new Next.Stay(RESYNC);
    }
    cleanup.remove(update.pod(), view);
    return new Next.Move(state.remove());
  }

  private static long grace(PodEnd why, PodUpdate update) {
    if (why instanceof PodEnd.Evicted evicted) {
      return evicted.eviction().grace();
    }
    return update.removed() && !update.pod().isDeleted()
        ? GRACE_OF_THE_LOST
        : update.pod().gracePeriod();
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
