package dev.muster.node.pods;

import dev.muster.node.resize.Allocations;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lives as long as its pod has anything on this node. Others tell it what they know or want, and
 * never wait; its own thread takes the pod from state to state.
 */
final class PodWorker {
  private static final Logger LOG = LoggerFactory.getLogger(PodWorker.class);
  private static final Duration FIRST_RETRY = Duration.ofMillis(500);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);

  private final PodLifecycle lifecycle;
  private final Allocations allocations;
  private final PodMemory memory;
  private final PodProgress progress;
  private final Consumer<PodWorker> gone;
  private final AtomicReference<PodUpdate> update;
  private final Thread thread;

  /**
   * @param freed told when the pod takes room no more
   * @param gone told when nothing of it is left
   */
  PodWorker(
      Pod pod,
      PodLifecycle lifecycle,
      Allocations allocations,
      PodMemory memory,
      Runnable freed,
      Consumer<PodWorker> gone) {
    this.lifecycle = lifecycle;
    this.allocations = allocations;
    this.memory = memory;
    this.progress = new PodProgress(pod, freed);
    this.gone = gone;
    this.update = new AtomicReference<>(new PodUpdate(pod, allocations.allocated(pod), pod, false));
    this.thread = Thread.ofVirtual().name("pod " + pod.key()).unstarted(this::run);
  }

  void start() {
    memory.alarm().ring();
    thread.start();
  }

  String uid() {
    return pod().uid();
  }

  private PodUpdate update() {
    return Objects.requireNonNull(update.get());
  }

  /** With the resources that it was granted. */
  Pod pod() {
    return update().pod();
  }

  /** As the API has it. */
  Pod desired() {
    return update().desired();
  }

  ResizeConditions resize() {
    return memory.resize();
  }

  /** Whether it asks for other resources than it was granted, or is said to. */
  boolean mayResize() {
    PodUpdate now = update();
    return !now.pod().tree().equals(now.desired().tree()) || !resize().list().isEmpty();
  }

  PodProgress progress() {
    return progress;
  }

  /** Whether it still takes room on this node. */
  boolean isActive() {
    return progress.state().takesRoom();
  }

  void update(Pod newer) {
    update.updateAndGet(now -> now.changed(newer, allocations.allocated(newer)));
    memory.alarm().ring();
  }

  /** What it was granted may have changed, or why it was not. */
  void lookAtAllocation() {
    update.updateAndGet(now -> now.granted(allocations.allocated(now.desired())));
    memory.alarm().ring();
  }

  void show(Pod mirror) {
    update.updateAndGet(now -> now.shownAs(mirror));
    memory.alarm().ring();
  }

  /** The pod is gone from where it came from: everything of it goes, and then the worker. */
  void remove() {
    update.updateAndGet(PodUpdate::withRemoval);
    memory.alarm().ring();
  }

  /** The node will not run the pod. */
  void reject(PodEnd.Rejected why) {
    progress.reject(why);
    memory.alarm().ring();
  }

  /**
   * The pod has to go; false if the node wanted so before, or if it has ended. A hook that hangs
   * does not hold its containers.
   *
   * @param seen what runs of it
   */
  boolean evict(PodEnd.Evicted why, PodView seen) {
    boolean news = progress.evict(why);
    insist(seen);
    return news;
  }

  /**
   * A pod that has to go may have begun to run something meanwhile: that has to end, too.
   *
   * @param seen what runs of it
   */
  void insist(PodView seen) {
    if (progress.state().why().orElse(null) instanceof PodEnd.Evicted evicted) {
      boolean silent = memory.kill().ensure(pod(), seen, evicted.eviction().grace());
      LOG.debug("pod to be evicted: pod={} silent={}", pod().key(), silent);
      memory.alarm().ring();
    }
  }

  /** Stops working; what runs goes on. */
  void close() {
    memory.alarm().close();
    thread.interrupt();
  }

  /** Waits until it has stopped working, but not for ever. */
  void join(Duration longest) throws InterruptedException {
    thread.join(longest);
  }

  private void run() {
    Duration retry = FIRST_RETRY;
    Duration wait = Duration.ZERO;
    try {
      while (memory.alarm().await(wait)) {
        try {
          wait = advance();
          retry = FIRST_RETRY;
        } catch (RuntimeProblem e) {
          LOG.debug("pod not synced: pod={} problem={}", pod().key(), e.getMessage());
          wait = retry;
          Duration longer = retry.multipliedBy(2);
          retry = longer.compareTo(LAST_RETRY) < 0 ? longer : LAST_RETRY;
        } catch (RuntimeException e) {
          LOG.error("pod not synced: pod={}", pod().key(), e);
          wait = LAST_RETRY;
        }
        if (progress.isGone()) {
          gone.accept(this);
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From state to state, as far as the pod can go now; tells when to look again. */
  private Duration advance() throws RuntimeProblem {
    while (!progress.isGone()) {
      PodWorkerState now = progress.state();
      switch (lifecycle.step(now, update(), memory)) {
        case PodLifecycle.Next.Stay stay -> {
          return stay.longest().isNegative() ? Duration.ZERO : stay.longest();
        }
        case PodLifecycle.Next.Move move -> progress.move(now, move.to());
      }
    }
    return Duration.ZERO;
  }
}
