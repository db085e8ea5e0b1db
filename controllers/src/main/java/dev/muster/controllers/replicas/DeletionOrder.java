package dev.muster.controllers.replicas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
        perNode.merge(node(pod), 1, Integer::sum);
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
    return Comparator.<JsonNode, Boolean>comparing(pod -> !node(pod).isEmpty())
        .thenComparing(DeletionOrder::phase)
        .thenComparing(PodStates::isReady)
        .thenComparing(DeletionOrder::cost)
        .thenComparing(pod -> -perNode.getOrDefault(node(pod), 0))
        .thenComparing(this::byReadiness)
        .thenComparing(pod -> -restarts(pod, "containerStatuses", Set.of()))
        .thenComparing(pod -> -restarts(pod, "initContainerStatuses", sidecars(pod)))
        .thenComparing((a, b) -> byAge(Meta.created(a), Meta.created(b), a, b));
  }

  private static String node(JsonNode pod) {
    return pod.path("spec").path("nodeName").asText();
  }

  private static int phase(JsonNode pod) {
    return switch (PodStates.phase(pod)) {
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
    return Meta.time(PodStates.condition(pod, "Ready").path("lastTransitionTime"));
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

  private static int restarts(JsonNode pod, String list, Set<String> only) {
    int most = 0;
    for (JsonNode status : pod.path("status").path(list)) {
      if (list.equals("containerStatuses") || only.contains(status.path("name").asText())) {
        most = Math.max(most, status.path("restartCount").asInt());
      }
    }
    return most;
  }

  private static Set<String> sidecars(JsonNode pod) {
    Set<String> names = new HashSet<>();
    for (JsonNode container : pod.path("spec").path("initContainers")) {
      if (container.path("restartPolicy").asText().equals("Always")) {
        names.add(container.path("name").asText());
      }
    }
    return names;
  }
}
