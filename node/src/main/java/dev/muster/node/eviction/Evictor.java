package dev.muster.node.eviction;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.pods.Eviction;
import dev.muster.node.pods.PodEvictions;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.node.pressure.NodePressure;
import dev.muster.node.pressure.Observation;
import dev.muster.node.pressure.Pressure;
import dev.muster.node.pressure.Signal;
import dev.muster.node.pressure.Threshold;
import dev.muster.node.pressure.ThresholdWatch;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every few seconds whether a pod uses more than its limits, or the node is short of
 * something, and evicts: all pods of the first kind, at most one of the second. One thread.
 */
public final class Evictor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Evictor.class);

  /** So long a pod has to end where nothing can wait, in seconds. */
  private static final long AT_ONCE = 1;

  private static final Duration LONGEST_CLEANUP = Duration.ofSeconds(30);
  private static final Duration CLEANUP_LOOK = Duration.ofSeconds(1);

  private final EvictionConfig config;
  private final String node;
  private final PodEvictions pods;
  private final UsageReader usage;
  private final UnusedImages images;
  private final ImageDisk imageDisk;
  private final NodeResources resources;
  private final ThresholdWatch watch;
  private final NodePressure pressure;
  private final EventRecorder events;
  private final NodeMetrics metrics;
  private final InstantSource clock;
  private final Runnable changed;
  private final Thread thread;

  /**
   * @param node its name
   * @param root a directory on the disk of logs and volumes
   * @param changed told when the node's conditions are others
   */
  public Evictor(
      EvictionConfig config,
      String node,
      Path root,
      PodEvictions pods,
      NodeUsage use,
      NodePressure pressure,
      EventRecorder events,
      NodeMetrics metrics,
      InstantSource clock,
      Runnable changed) {
    this.config = config;
    this.node = node;
    this.pods = pods;
    this.usage = new UsageReader(use.runtime(), use.paths(), use.volumes());
    this.images = new UnusedImages(use.runtime());
    this.imageDisk = new ImageDisk(use.runtime(), root);
    this.resources = new NodeResources(Path.of("/proc"), root);
    this.watch = new ThresholdWatch(config);
    this.pressure = pressure;
    this.events = events;
    this.metrics = metrics;
    this.clock = clock;
    this.changed = changed;
    this.thread = Thread.ofVirtual().name("eviction").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        List<Pod> evicted = List.of();
        try {
          evicted = look();
        } catch (RuntimeProblem | IOException e) {
          LOG.debug("not looked for pods to evict: {}", e.toString());
        } catch (RuntimeException e) {
          LOG.error("not looked for pods to evict", e);
        }
        if (evicted.isEmpty()) {
          Thread.sleep(config.period());
        } else {
          awaitCleanup(evicted);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitCleanup(List<Pod> evicted) throws InterruptedException {
    long started = System.nanoTime();
    List<Pod> left = evicted;
    while (!left.isEmpty() && System.nanoTime() - started < LONGEST_CLEANUP.toNanos()) {
      Thread.sleep(CLEANUP_LOOK);
      left = left.stream().filter(pod -> !pods.isCleanedUp(pod)).toList();
      left.forEach(pods::insist);
    }
  }

  /** The pods that have to go. */
  private List<Pod> look() throws RuntimeProblem, IOException {
    List<Pod> active = pods.active();
    Map<String, PodUsage> used = usage.read(active, config.counts(Signal.PID_AVAILABLE));
    Instant now = clock.instant();
    images.look(now);
    Map<Signal, Observation> observed = resources.observe(imageDisk.directory());
    List<Threshold> met = watch.look(observed, now);
    if (pressure.set(watch.pressures(now))) {
      changed.run();
    }
    List<Pod> evicted = overLimit(active, used);
    return !evicted.isEmpty() || met.isEmpty() ? evicted : underPressure(met, observed, used);
  }

  private List<Pod> overLimit(List<Pod> active, Map<String, PodUsage> used) {
    List<Pod> evicted = new ArrayList<>();
    for (Pod pod : active) {
      PodUsage own = used.get(pod.uid());
      if (own == null || NodePressure.isCritical(pod)) {
        continue;
      }
      StorageLimits.exceeded(pod, own, imageDisk.isApart())
          .ifPresent(
              excess -> {
                evict(
                    pod, excess.signal(), new Eviction(excess.message(), AT_ONCE, false, Map.of()));
                evicted.add(pod);
              });
    }
    return evicted;
  }

  private List<Pod> underPressure(
      List<Threshold> met, Map<Signal, Observation> observed, Map<String, PodUsage> used)
      throws RuntimeProblem, IOException {
    Threshold first =
        met.stream()
            .filter(each -> each.signal() == Signal.MEMORY_AVAILABLE)
            .findFirst()
            .orElse(met.getFirst());
    Signal signal = first.signal();
    events.node(
        node,
        EventType.WARNING,
        "EvictionThresholdMet",
        "Attempting to reclaim " + signal.resource());
    if (reclaimed(signal)) {
      return List.of();
    }
    Ranking ranking = new Ranking(used, imageDisk.isApart());
    Optional<Pod> chosen =
        ranking.of(pods.active(), signal).stream()
            .filter(pod -> !NodePressure.isCritical(pod))
            .findFirst();
    chosen.ifPresent(pod -> evict(pod, signal.text(), eviction(pod, first, observed, used)));
    return chosen.stream().toList();
  }

  private Eviction eviction(
      Pod pod, Threshold met, Map<Signal, Observation> observed, Map<String, PodUsage> used) {
    Observation seen = observed.getOrDefault(met.signal(), new Observation(0, 0));
    PressureMessage message =
        PressureMessage.of(
            met.signal(), pod, used.get(pod.uid()), met.value().of(seen.capacity()), seen);
    return new Eviction(message.text(), grace(pod, met), true, message.annotations());
  }

  private long grace(Pod pod, Threshold met) {
    if (met.isHard()) {
      return AT_ONCE;
    }
    return config.maxPodGrace() < 0
        ? pod.gracePeriod()
        : Math.min(config.maxPodGrace(), pod.gracePeriod());
  }

  /** Removes what nobody needs; tells whether that is enough. */
  private boolean reclaimed(Signal signal) throws RuntimeProblem, IOException {
    boolean hasRemains =
        signal.pressure() == Pressure.DISK && (signal.isImageFs() || !imageDisk.isApart());
    if (!hasRemains) {
      return false;
    }
    pods.removeEnded();
    images.remove(clock.instant());
    return watch.unresolved(resources.observe(imageDisk.directory())).isEmpty();
  }

  private void evict(Pod pod, String signal, Eviction why) {
    if (pods.evict(pod, why)) {
      LOG.info("pod evicted: pod={} message={}", pod.key(), why.message());
      events.pod(pod, EventType.WARNING, Eviction.REASON, why.message(), why.annotations());
      metrics.count(NodeMetrics.Metric.EVICTIONS, "eviction_signal", signal);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
