package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.probes.Handler;
import dev.muster.node.probes.ProbeResult;
import dev.muster.node.probes.ProbeTarget;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.LifecycleHandler;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.util.List;

/** Runs lifecycle hooks: commands, HTTP requests, sleeps. */
public record LifecycleHooks(Handler handler, EventRecorder events) {
  static final Duration NO_LIMIT = Duration.ofMinutes(30);

  /** Whether it went well. */
  boolean run(
      LifecycleHandler hook,
      Pod pod,
      ContainerSpec container,
      String id,
      String host,
      Duration limit) {
    if (hook.sleep().present()) {
      Duration asked = Duration.ofSeconds(hook.sleep().seconds().number());
      try {
        Thread.sleep(asked.compareTo(limit) < 0 ? asked : limit);
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    ProbeResult outcome = handler.runHook(hook.tree(), new ProbeTarget(container, id, host, limit));
    if (outcome instanceof ProbeResult.Warning fallback) {
      events.pod(pod, EventType.WARNING, "LifecycleHTTPFallback", fallback.output());
    }
    return outcome.well();
  }

  /** Where a pod's ports are. */
  static String host(Pod pod, List<String> podIps, NodeFacts node) {
    List<String> addresses = pod.hostNetwork() || podIps.isEmpty() ? node.addresses() : podIps;
    return addresses.isEmpty() ? "127.0.0.1" : addresses.getFirst();
  }
}
