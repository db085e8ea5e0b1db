package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.events.EventType;
import dev.muster.node.events.EventRecorder;
import dev.muster.node.podspec.ContainerSpec;
import dev.muster.node.podspec.Pod;
import dev.muster.node.probes.Handler;
import dev.muster.node.probes.ProbeResult;
import dev.muster.node.probes.ProbeTarget;
import java.time.Duration;
import java.util.List;

/** Runs lifecycle hooks: commands, HTTP requests, sleeps. */
record LifecycleHooks(Handler handler, EventRecorder events) {
  static final Duration NO_LIMIT = Duration.ofMinutes(30);

  /** Whether it went well. */
  boolean run(
      JsonNode hook, Pod pod, ContainerSpec container, String id, String host, Duration limit) {
    if (hook.has("sleep")) {
      Duration asked = Duration.ofSeconds(hook.path("sleep").path("seconds").asLong());
      try {
        Thread.sleep(asked.compareTo(limit) < 0 ? asked : limit);
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    ProbeResult outcome = handler.runHook(hook, new ProbeTarget(container, id, host, limit));
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
