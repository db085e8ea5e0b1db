package dev.muster.controllers.replicas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which pods go first when there are too many: those that matter least. */
final class DeletionOrder {
  private static final String COST = "controller.kubernetes.io/pod-deletion-cost";

  private final Map<String, Integer> perNode = new HashMap<>();
  private final Instant now;

  /**
   * @param related pods of the same owner's owner: those with many others on their node go first
   */
  DeletionOrder(Collection<ObjectNode> related, Instant now) {
    this.now = now;
    for (ObjectNode pod : related) {
      if (PodStates.isActive(pod)) {
        perNode.merge(node(Pod.of(pod)), 1, Integer::sum);
      }
    }
  }

  List<ObjectNode> first(List<ObjectNode> active, int count) {
    if (count >= active.size()) {
      return active;
    }
    return active.stream().sorted(order()).limit(count).toList();
  }

  private Comparator<JsonNode> order() {
    return Comparator.<JsonNode, Boolean>comparing(pod -> !node(Pod.of(pod)).isEmpty())
        .thenComparing(DeletionOrder::phase)
        .thenComparing(PodStates::isReady)
        .thenComparing(DeletionOrder::cost)
        .thenComparing(pod -> -perNode.getOrDefault(node(Pod.of(pod)), 0))
        .thenComparing(this::byReadiness)
        .thenComparing(pod -> -restarts(Pod.of(pod).status().containerStatuses(), name -> true))
        .thenComparing(
            pod ->
                -restarts(
                    Pod.of(pod).status().initContainerStatuses(), sidecars(Pod.of(pod))::contains))
        .thenComparing((a, b) -> byAge(Meta.created(a), Meta.created(b), a, b));
  }

  private static String node(Pod pod) {
    return pod.spec().nodeName().text();
  }

  private static int phase(JsonNode pod) {
    return switch (PodStates.phase(Pod.of(pod))) {
      case "Pending" -> 0;
      case "Unknown" -> 1;
      case "Running" -> 2;
      default -> 0;
    };
  }

  private static int cost(JsonNode pod) {
    String text = Meta.annotation(pod, COST);
    // a sign and leading zeros are not numbers here
    if (!text.matches("-?[1-9]\\d{0,9}|0")) {
      return 0;
    }
    long value = Long.parseLong(text);
    return value == (int) value ? (int) value : 0;
  }

  private int byReadiness(JsonNode a, JsonNode b) {
    if (!PodStates.isReady(a) || !PodStates.isReady(b)) {
      return 0;
    }
    return byAge(readySince(a), readySince(b), a, b);
  }

  private static Instant readySince(JsonNode pod) {
    return Meta.time(
        PodCondition.of(PodStates.condition(Pod.of(pod), "Ready")).lastTransitionTime().node());
  }

  /** Newer ones first, but those of about the same age in no order that anybody could use. */
  private int byAge(Instant first, Instant second, JsonNode a, JsonNode b) {
    if (first.equals(second)) {
      return 0;
    }
    if (first.equals(Instant.EPOCH) || second.equals(Instant.EPOCH)) {
      return first.equals(Instant.EPOCH) ? -1 : 1;
    }
    long difference = magnitude(first) - magnitude(second);
    return difference == 0 ? Meta.uid(a).compareTo(Meta.uid(b)) : Long.signum(difference);
  }

  private long magnitude(Instant since) {
    long age = Duration.between(since, now).toNanos();
    return age <= 0 ? -1 : (long) (Math.log((double) age) / Math.log(2));
  }

  private static long restarts(List<ContainerStatus> statuses, Predicate<String> which) {
    return statuses.stream()
        .filter(status -> which.test(status.name().text()))
        .mapToLong(status -> status.restartCount().number())
        .max()
        .orElse(0);
  }

  private static Set<String> sidecars(Pod pod) {
    Set<String> names = new HashSet<>();
    for (Container container : pod.spec().initContainers()) {
      if (container.restartPolicy().text().equals("Always")) {
        names.add(container.name().text());
      }
    }
    return names;
  }
}
