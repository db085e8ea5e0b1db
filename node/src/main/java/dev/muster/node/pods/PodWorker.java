package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventType;
import dev.muster.model.codec.Seconds;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.eviction.Eviction;
import dev.muster.node.podspec.Pod;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lives as long as its pod has anything on this node. */
final class PodWorker {
  private static final Logger LOG = LoggerFactory.getLogger(PodWorker.class);
  private static final Duration RESYNC = Duration.ofMinutes(1);
  private static final Duration FIRST_RETRY = Duration.ofMillis(500);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);

  private final String uid;
  private final PodTools tools;
  private final IdentityCheck identities;
  private final PodSync sync;
  private final PodKill kill;
  private final PodCleanup cleanup;
  private final PodStatuses statuses;
  private final Runnable freed;
  private final Consumer<PodWorker> done;
  private final Alarm alarm = new Alarm();
  private final Map<String, ContainerProblem> problems = new HashMap<>();
  private final Instant startTime;
  private final Thread thread;

  private final ResizeConditions resize;

  /** As the API has it. */
  private volatile Pod desired;

  /** With the resources that it was granted. */
  private volatile Pod pod;

  /** The API's picture of a static pod; the pod itself for all others. */
  private volatile Pod shown;

  private volatile boolean removed;
  private volatile @Nullable ObjectNode rejected;

  /** Why the node ended the pod, if it did. */
  private volatile @Nullable PodEnd verdict;

  private volatile boolean over;
  private volatile boolean released;
  private volatile boolean closed;

  /**
   * @param freed told when the pod takes room no more
   * @param done told when nothing of it is left
   */
  PodWorker(Pod pod, PodTools tools, Runnable freed, Consumer<PodWorker> done) {
    this.uid = pod.uid();
    this.desired = pod;
    this.pod = tools.allocations().allocated(pod);
    this.shown = pod;
    this.tools = tools;
    this.freed = freed;
    this.done = done;
    this.resize = new ResizeConditions(pod.status().path("conditions"), tools.clock());
    Mismatches mismatches = new Mismatches();
    this.identities = new IdentityCheck(tools, mismatches, alarm::ring);
    this.sync = new PodSync(tools, problems, identities, resize);
    this.kill = new PodKill(new ContainerKills(tools), alarm::ring);
    this.cleanup = new PodCleanup(tools);
    this.statuses =
        new PodStatuses(
            new ProbedHealth(tools.probes()), mismatches, tools.allocations()::actuated);
    this.over = pod.isFinished();
    String started = pod.status().path("startTime").asText();
    this.startTime = started.isEmpty() ? tools.clock().instant() : Instant.parse(started);
    this.thread = Thread.ofVirtual().name("pod " + pod.key()).unstarted(this::run);
  }

  void start() {
    alarm.ring();
    thread.start();
  }

  /** With the resources that it was granted. */
  Pod pod() {
    return pod;
  }

  /** As the API has it. */
  Pod desired() {
    return desired;
  }

  ResizeConditions resize() {
    return resize;
  }

  /** Whether it asks for other resources than it was granted, or is said to. */
  boolean mayResize() {
    return !pod.equals(desired) || !resize.list().isEmpty();
  }

  /** Whether it still takes room on this node. */
  boolean isActive() {
    return !over && rejected == null;
  }

  void update(Pod newer) {
    desired = newer;
    shown = newer;
    lookAtAllocation();
  }

  /** What it was granted may have changed, or why it was not. */
  void lookAtAllocation() {
    pod = tools.allocations().allocated(desired);
    alarm.ring();
  }

  void show(Pod mirror) {
    shown = mirror;
    alarm.ring();
  }

  void ring() {
    alarm.ring();
  }

  /** The pod is gone from where it came from: everything of it goes, and then the worker. */
  void remove() {
    removed = true;
    alarm.ring();
  }

  /** The node will not run the pod. */
  void reject(PodAdmission.Rejection why) {
    rejected = PodStatuses.rejected(pod, why.reason(), why.message(), tools.clock().instant());
    alarm.ring();
  }

  /**
   * The pod has to go; false if it was told so before. A hook that hangs does not hold its
   * containers.
   */
  synchronized boolean evict(Eviction why) {
    boolean first = verdict == null;
    if (first) {
      verdict = PodEnd.evicted(why, tools.clock().instant());
    }
    boolean silent = kill.ensure(pod, tools.states().of(uid), why.grace());
    LOG.debug("pod to be evicted: pod={} silent={}", pod.key(), silent);
    alarm.ring();
    return first;
  }

  /** Whether nothing of it runs, and its volumes are gone. */
  boolean isReleased() {
    return released;
  }

  /** Stops working; what runs goes on. */
  void close() {
    closed = true;
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
      while (!closed) {
        alarm.await(wait.isNegative() ? Duration.ZERO : wait);
        try {
          Optional<Duration> next = step();
          if (next.isEmpty()) {
            done.accept(this);
            return;
          }
          wait = next.get();
          retry = FIRST_RETRY;
        } catch (RuntimeProblem e) {
          LOG.debug("pod not synced: pod={} problem={}", pod.key(), e.getMessage());
          wait = retry;
          retry = min(retry.multipliedBy(2), LAST_RETRY);
        } catch (RuntimeException e) {
          LOG.error("pod not synced: pod={}", pod.key(), e);
          wait = LAST_RETRY;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** Brings the pod a step further; tells when to look again, or nothing when all is done. */
  private Optional<Duration> step() throws RuntimeProblem, InterruptedException {
    Pod now = pod;
    PodView view = tools.states().refresh(uid);
    boolean ending = over || removed || now.isDeleted() || rejected != null || condemned(now);
    if (!ending) {
      if (!resize.list().isEmpty()) {
        report(now, view, false); // a restart may take its time
      }
      Optional<Duration> next = sync.sync(now, view);
      view = tools.states().refresh(uid);
      if (next.isPresent()) {
        watch(now, view);
        identities.complete(now, view, shown.status());
        report(now, view, false);
        return Optional.of(min(deadlineIn(now), min(next.get(), RESYNC)));
      }
      over = true;
      freed.run();
    }
    return end(now, view);
  }

  private void watch(Pod now, PodView view) {
    List<String> addresses = view.sandbox().map(SandboxView::addresses).orElse(List.of());
    tools.probes().update(now, view, LifecycleHooks.host(now, addresses, tools.node().get()));
  }

  private Optional<Duration> end(Pod now, PodView view) throws RuntimeProblem {
    tools.probes().stopPod(uid);
    boolean silent = kill.ensure(now, view, grace(now));
    if (!silent) {
      report(now, view, false);
      return Optional.of(RESYNC);
    }
    if (!over) {
      over = true;
      freed.run();
    }
    if (!released) {
      cleanup.release(now, view);
      released = true;
      view = tools.states().refresh(uid);
    }
    if (removed) {
      cleanup.remove(now, view);
      return Optional.empty();
    }
    report(now, view, now.isDeleted());
    return Optional.of(RESYNC);
  }

  private void report(Pod now, PodView view, boolean delete) {
    if (removed) {
      return;
    }
    ObjectNode status = rejected;
    if (status == null) {
      JsonNode before = shown.status();
      status =
          statuses.of(
              now,
              tools.node().get(),
              new PodStatuses.Setting(
                  view,
                  Map.copyOf(problems),
                  before,
                  over,
                  resize.list(),
                  startTime,
                  tools.clock().instant()));
      keepReason(before, status);
      PodEnd why = verdict;
      if (why != null && over) {
        why.tell(status);
      }
    }
    tools.statuses().write(shown, status, delete);
  }

  /** Why a pod failed as a whole stays told. */
  private static void keepReason(JsonNode before, ObjectNode status) {
    for (String field : new String[] {"reason", "message"}) {
      if (before.has(field) && status.path("phase").asText().equals("Failed")) {
        status.set(field, before.get(field));
      }
    }
  }

  private Duration deadlineIn(Pod now) {
    long seconds = now.spec().path("activeDeadlineSeconds").asLong();
    return seconds <= 0
        ? RESYNC
        : Duration.between(
            tools.clock().instant(), startTime.plusSeconds(Seconds.bounded(seconds)));
  }

  private boolean condemned(Pod now) {
    long seconds = now.spec().path("activeDeadlineSeconds").asLong();
    if (verdict == null
        && seconds > 0
        && !tools.clock().instant().isBefore(startTime.plusSeconds(Seconds.bounded(seconds)))) {
      PodEnd why = PodEnd.deadline();
      verdict = why;
      tools.events().pod(now, EventType.NORMAL, why.reason(), why.message());
    }
    return verdict != null;
  }

  private long grace(Pod now) {
    PodEnd why = verdict;
    if (why != null && why.grace().isPresent()) {
      return why.grace().getAsLong();
    }
    return removed && !now.isDeleted() ? 1 : now.gracePeriod();
  }
}
