package dev.muster.node.probes;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.runtime.ContainerView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Probe;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** One probe of one running container, again and again, on a thread of its own. */
final class ProbeLoop {
  private final ProbeType type;
  private final Probe probe;
  private final Pod pod;
  private final ContainerSpec container;
  private final ContainerView view;
  private final ProbeTarget target;
  private final ContainerHealth health;
  private final Handler handler;
  private final EventRecorder events;
  private final NodeMetrics metrics;
  private final Consumer<String> changed;
  private final Thread thread;
  private int successes;
  private int failures;

  ProbeLoop(
      ProbeType type,
      Probe probe,
      Pod pod,
      ContainerSpec container,
      ContainerView view,
      PodPorts ports,
      ContainerHealth health,
      Handler handler,
      EventRecorder events,
      NodeMetrics metrics,
      Consumer<String> changed) {
    this.type = type;
    this.probe = probe;
    this.pod = pod;
    this.container = container;
    this.view = view;
    this.health = health;
    this.handler = handler;
    this.events = events;
    this.metrics = metrics;
    this.changed = changed;
    Duration timeout = Duration.ofSeconds(Math.max(1, probe.timeoutSeconds().numberOr(1)));
    this.target = new ProbeTarget(container, view.id(), ports, timeout);
    this.thread = Thread.ofVirtual().name("probe " + pod.key()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void stop() {
    thread.interrupt();
  }

  private void run() {
    try {
      if (type != ProbeType.STARTUP) {
        health.startedUp.await();
      }
      long age = Math.max(0, System.currentTimeMillis() - view.startedAt() / 1_000_000);
      Thread.sleep(Math.max(0, probe.initialDelaySeconds().number() * 1000 - age));
      long period = Math.max(1, probe.periodSeconds().numberOr(10)) * 1000;
      while (!Thread.currentThread().isInterrupted() && again()) {
        Thread.sleep(period);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** False when there is nothing more to find out. */
  private boolean again() {
    ProbeResult outcome = handler.run(probe, target);
    if (Thread.currentThread().isInterrupted()) {
      return false;
    }
    metrics.count(
        NodeMetrics.Metric.PROBES,
        "probe_type",
        type.words,
        "result",
        outcome.well() ? "successful" : "failed",
        "container",
        container.name(),
        "pod",
        pod.name(),
        "namespace",
        pod.namespace());
    return switch (outcome) {
      case ProbeResult.Success success -> succeeded();
      case ProbeResult.Warning warning -> {
        String words = type.words + " probe warning: " + warning.output();
        events.container(pod, container, EventType.WARNING, "ProbeWarning", words);
        yield succeeded();
      }
      case ProbeResult.Failure failure -> failed(" failed: " + failure.output());
      case ProbeResult.Broken broken ->
          failed(" errored and resulted in failed state: " + broken.output());
    };
  }

  private boolean succeeded() {
    failures = 0;
    successes++;
    return successes < Math.max(1, probe.successThreshold().numberOr(1)) || passed();
  }

  private boolean passed() {
    switch (type) {
      case STARTUP -> {
        health.startedUp.countDown();
        changed.accept(pod.uid());
        return false;
      }
      case LIVENESS -> {}
      case READINESS -> {
        if (!health.ready) {
          health.ready = true;
          changed.accept(pod.uid());
        }
      }
    }
    return true;
  }

  private boolean failed(String words) {
    successes = 0;
    failures++;
    events.container(pod, container, EventType.WARNING, "Unhealthy", type.words + " probe" + words);
    if (failures < Math.max(1, probe.failureThreshold().numberOr(3))) {
      return true;
    }
    switch (type) {
      case STARTUP, LIVENESS -> {
        health.failedStartup = type == ProbeType.STARTUP;
        health.deadly = true;
        changed.accept(pod.uid());
        return false;
      }
      case READINESS -> {
        if (health.ready) {
          health.ready = false;
          changed.accept(pod.uid());
        }
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return type.name().toLowerCase(Locale.ROOT) + " probe of " + pod.key();
  }
}
