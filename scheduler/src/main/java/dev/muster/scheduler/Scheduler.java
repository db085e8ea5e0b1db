package dev.muster.scheduler;

import dev.muster.client.api.ApiClient;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.informers.Reflector;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds pending pods to nodes. They are placed one after the other: of the nodes that fit, on the
 * one that suits best. A pod that fits nowhere is told so, less important ones make way for it
 * where that helps, and it is tried again when something happens that may help it.
 */
public final class Scheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

  /** How many pods may be on their way to their nodes at a time. */
  private static final int BINDINGS = 32;

  private static final int PATIENCE_SECONDS = 5;

  private final Semaphore bindings = new Semaphore(BINDINGS);
  private final EventRecorder events;
  private final SchedulingWrites writes;
  private final SchedulerCache cache;
  private final Thread thread;
  private final List<Reflector> reflectors;

  private Scheduler(ApiClient client, InstantSource clock) {
    this.cache = new SchedulerCache(clock);
    this.events = EventRecorder.start(client, "default-scheduler", "", clock);
    this.writes = new SchedulingWrites(client, events, clock);
    this.reflectors =
        List.of(
            Reflector.start(client, "/api/v1/nodes", "", new NodeListener(cache)),
            Reflector.start(client, "/api/v1/namespaces", "", new NamespaceListener(cache)),
            Reflector.start(
                client, "/apis/policy/v1/poddisruptionbudgets", "", new BudgetListener(cache)),
            Reflector.start(client, "/api/v1/pods", "", new PodListener(cache)));
    this.thread = Thread.ofVirtual().name("scheduler").unstarted(this::run);
  }

  public static Scheduler start(ApiClient client, InstantSource clock) {
    Scheduler scheduler = new Scheduler(client, clock);
    scheduler.thread.start();
    return scheduler;
  }

  /** What keeps it from scheduling, if something does. */
  public Optional<String> fault() {
    return thread.isAlive() ? Optional.empty() : Optional.of("the scheduler has stopped");
  }

  private void run() {
    try {
      while (true) {
        Pod pod = cache.take();
        retrying(pod, () -> schedule(pod));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A step of the work on a pod. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private void retrying(Pod pod, Step step) throws InterruptedException {
    try {
      step.run();
    } catch (IOException e) {
      LOG.debug("not scheduled: pod={} problem={}", pod.key(), e.getMessage());
      cache.retry(pod);
    } catch (RuntimeException e) {
      LOG.error("not scheduled: pod={}", pod.key(), e);
      cache.retry(pod);
    }
  }

  private void schedule(Pod pod) throws IOException, InterruptedException {
    switch (cache.place(pod)) {
      case Placement.On on -> bindBeside(pod, on.node());
      case Placement.Nowhere nowhere ->
          writes.refuse(
              pod, nowhere.message(), nowhere.waits() ? SchedulingWrites.nominated(pod) : "");
      case Placement.Preempting preempting -> {
        for (Pod victim : preempting.victims()) {
          writes.preempt(victim, pod, preempting.node());
        }
        writes.refuse(pod, preempting.message(), preempting.node());
      }
    }
  }

  /** The pod counts on its node already, so the next one need not wait for the API server. */
  private void bindBeside(Pod pod, String node) throws InterruptedException {
    bindings.acquire();
    Thread.ofVirtual()
        .name("bind " + pod.key())
        .start(
            () -> {
              try {
                retrying(pod, () -> bind(pod, node));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                bindings.release();
              }
            });
  }

  private void bind(Pod pod, String node) throws IOException {
    if (writes.bind(pod, node)) {
      cache.bound(pod);
    } else {
      cache.release(pod);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      boolean unused = bindings.tryAcquire(BINDINGS, PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reflectors.forEach(Reflector::close);
    events.close();
  }
}
