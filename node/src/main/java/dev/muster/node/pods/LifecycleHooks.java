package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.probes.Handler;
import dev.muster.node.probes.PodPorts;
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
      PodPorts ports,
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
    ProbeResult outcome = handler.runHook(hook, new ProbeTarget(container, id, ports, limit));
    if (outcome instanceof ProbeResult.Warning fallback) {
      events.pod(pod, EventType.WARNING, "LifecycleHTTPFallback", fallback.output());
    }
    return outcome.well();
  }

  /** Where a pod's ports are: never the node's, unless the pod is on its network. */
  static PodPorts ports(Pod pod, List<String> podIps, NodeFacts node) {
    if (!pod.hostNetwork()) {
      return podIps.isEmpty()
          ? new PodPorts.InsideOnly()
          : new PodPorts.AtAddress(podIps.getFirst());
    }
    List<String> addresses = node.addresses();
    return new PodPorts.AtAddress(addresses.isEmpty() ? "127.0.0.1" : addresses.getFirst());
  }
}
