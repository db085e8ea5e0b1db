package dev.muster.scheduler;

import dev.muster.kinds.pods.PodAggregates;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A pod with what it takes from its node and what others see of it, worked out once. */
record PlacedPod(
    Pod pod,
    Map<String, String> labels,
    Map<String, Quantity> requests,
    List<HostPorts> ports,
    Scored scored,
    PodTerms terms) {

  /** What it takes as scores count it: containers that ask for nothing count as if they did. */
  record Scored(double cpu, double memory) {
    private static final double USUAL_CPU = 0.1;
    private static final double USUAL_MEMORY = 200.0 * 1024 * 1024;
    static final Scored NOTHING = new Scored(0, 0);

    private static Scored of(Pod pod, Map<String, Quantity> requests) {
      return new Scored(
          amount(pod, requests, "cpu", USUAL_CPU), amount(pod, requests, "memory", USUAL_MEMORY));
    }

    private static double amount(
        Pod pod, Map<String, Quantity> requests, String resource, double usual) {
      Quantity asked = requests.get(resource);
      long silent =
          pod.containers().stream()
              .filter(each -> !each.spec().resources().requests().has(resource))
              .count();
      return (asked == null ? 0 : asked.value().doubleValue()) + silent * usual;
    }

    Scored plus(Scored other) {
      return new Scored(cpu + other.cpu, memory + other.memory);
    }
  }

  /** As its spec has it. */
  static PlacedPod of(Pod pod) {
    return of(pod, pod.spec());
  }

  /** As it may be while its resources change. */
  static PlacedPod effective(Pod pod) {
    return of(pod, EffectiveRequests.spec(pod));
  }

  private static PlacedPod of(Pod pod, PodSpec spec) {
    Map<String, Quantity> requests = new TreeMap<>(PodAggregates.requests(spec.tree()));
    pod.spec()
        .overhead()
        .textMap()
        .forEach((name, extra) -> requests.merge(name, Quantity.parse(extra), Quantity::plus));
    return new PlacedPod(
        pod, pod.labels(), requests, HostPorts.of(pod), Scored.of(pod, requests), PodTerms.of(pod));
  }

  PlacedPod with(Map<String, Quantity> others) {
    return new PlacedPod(pod, labels, others, ports, scored, terms);
  }

  String namespace() {
    return pod.namespace();
  }

  long priority() {
    return pod.spec().priority().number();
  }
}
