package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.node.resize.Allocations;
import dev.muster.node.runtime.PodView;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.PodStatus;
import java.time.InstantSource;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Tells the API server how far a pod has come. */
public final class PodReports {
  private final StatusWriter writer;
  private final PodProbes health;
  private final Allocations allocations;
  private final Supplier<NodeFacts> node;
  private final InstantSource clock;

  public PodReports(
      StatusWriter writer,
      PodProbes health,
      Allocations allocations,
      Supplier<NodeFacts> node,
      InstantSource clock) {
    this.writer = writer;
    this.health = health;
    this.allocations = allocations;
    this.node = node;
    this.clock = clock;
  }

  /** Nothing happens for a pod that is removed: nobody would read it. */
  void report(PodUpdate update, PodWorkerState state, PodView view, PodMemory memory) {
    write(update, state, view, memory, false);
  }

  /** The last report: a pod that its owner deleted goes from the API server after it. */
  void reportEnd(PodUpdate update, PodWorkerState.Released state, PodView view, PodMemory memory) {
    write(update, state, view, memory, update.pod().isDeleted());
  }

  private void write(
      PodUpdate update, PodWorkerState state, PodView view, PodMemory memory, boolean delete) {
    if (!update.removed()) {
      writer.write(update.shown(), status(update, state, view, memory), delete);
    }
  }

  private ObjectNode status(
      PodUpdate update, PodWorkerState state, PodView view, PodMemory memory) {
    if (state.why().isPresent() && state.why().get() instanceof PodEnd.Rejected rejected) {
      return rejected.status();
    }
    PodStatus before = update.shown().status();
    ObjectNode status =
        new PodStatuses(health, memory.mismatches(), allocations::actuated)
            .of(
                update.pod(),
                node.get(),
                new PodStatuses.Setting(
                    view,
                    new TreeMap<>(memory.problems()),
                    before,
                    state.isOver(),
                    memory.resize().list(),
                    memory.startTime(),
                    clock.instant()));
    keepReason(before, MutablePodStatus.of(status));
    if (state.isOver()) {
      state.why().ifPresent(why -> why.tell(status));
    }
    return status;
  }

  /** Why a pod failed as a whole stays told. */
  private static void keepReason(PodStatus before, MutablePodStatus status) {
    if (!status.phase().text().equals("Failed")) {
      return;
    }
    if (before.reason().present()) {
      status.reason(before.reason().text());
    }
    if (before.message().present()) {
      status.message(before.message().text());
    }
  }
}
