package dev.muster.scheduler;

import dev.muster.client.api.ApiClient;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.informers.Reflector;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds pending pods to nodes, one after the other: of those that fit, the one that suits best. A
 * pod that fits nowhere is told so, less important ones make way for it where that helps, and it is
 * tried again when something happens that may help it.
 */
public final class Scheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

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
        try {
          schedule(pod);
        } catch (IOException e) {
          LOG.debug("not scheduled: pod={} problem={}", pod.key(), e.getMessage());
          cache.retry(pod);
        } catch (RuntimeException e) {
          LOG.error("not scheduled: pod={}", pod.key(), e);
          cache.retry(pod);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void schedule(Pod pod) throws IOException {
    switch (cache.place(pod)) {
      case Placement.On on -> {
        if (writes.bind(pod, on.node())) {
          cache.bound(pod);
        } else {
          cache.release(pod);
        }
      }
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

  @Override
  public void close() {
    thread.interrupt();
    reflectors.forEach(Reflector::close);
    events.close();
  }
}
