package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventType;
import dev.muster.kinds.pods.PodAggregates;
import dev.muster.model.quantity.Quantity;
import dev.muster.node.podspec.Pod;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.node.resize.ResizeMessages;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the node grants what running pods ask for. Not thread-safe: two pods must not be granted
 * the same room.
 */
record ResizeDecisions(PodTools tools, PodAdmission admission, Supplier<ObjectNode> node) {
  private static final Logger LOG = LoggerFactory.getLogger(ResizeDecisions.class);

  /** In which order pods that wait are looked at: who asks for no more, who matters, who waits. */
  Comparator<PodWorker> order() {
    return Comparator.comparing((PodWorker worker) -> asksForMore(worker.desired()))
        .thenComparing(
            Comparator.comparingLong(
                    (PodWorker worker) -> worker.desired().spec().path("priority").asLong())
                .reversed())
        .thenComparing(
            worker -> !worker.desired().status().path("qosClass").asText().equals("Guaranteed"))
        .thenComparing(worker -> worker.resize().waitsSince());
  }

  private boolean asksForMore(Pod desired) {
    Map<String, Quantity> wanted = PodAggregates.requests(desired.spec());
    Map<String, Quantity> granted =
        PodAggregates.requests(tools.allocations().allocated(desired).spec());
    return more(wanted, granted, "cpu") || more(wanted, granted, "memory");
  }

  private static boolean more(
      Map<String, Quantity> wanted, Map<String, Quantity> granted, String resource) {
    return value(wanted, resource).compareTo(value(granted, resource)) > 0;
  }

  private static BigDecimal value(Map<String, Quantity> amounts, String resource) {
    Quantity amount = amounts.get(resource);
    return amount == null ? BigDecimal.ZERO : amount.value();
  }

  /**
   * Grants what a pod asks for, or notes why not. True if there was something to grant, and it was.
   *
   * @param others the node's other pods, with what they were granted
   */
  boolean decide(Pod desired, ResizeConditions conditions, Collection<Pod> others) {
    if (desired.isStatic() || desired.isDeleted() || desired.isFinished()) {
      return false;
    }
    if (tools.allocations().allocated(desired).equals(desired)) {
      conditions.settle();
      return false;
    }
    Optional<String> never = beyondNode(desired);
    if (never.isPresent()) {
      wait(desired, conditions, ResizeConditions.INFEASIBLE, never.get());
      return false;
    }
    Optional<PodAdmission.Rejection> now = admission.check(desired, others);
    if (now.isPresent()) {
      wait(desired, conditions, ResizeConditions.DEFERRED, now.get().message());
      return false;
    }
    try {
      tools.allocations().allocate(desired);
    } catch (IOException e) {
      LOG.warn("resize not written down: pod={} problem={}", desired.key(), e.toString());
      return false;
    }
    conditions.start(desired.generation());
    tools
        .events()
        .pod(
            desired,
            EventType.NORMAL,
            "ResizeStarted",
            ResizeMessages.of("started", desired, desired.generation(), ""));
    return true;
  }

  /** What the node does not have, even if it had no other pod. */
  private Optional<String> beyondNode(Pod desired) {
    JsonNode have = node.get().path("status").path("allocatable");
    Map<String, Quantity> wanted = PodAggregates.requests(desired.spec());
    long memory = whole(value(wanted, "memory"));
    long cpu = whole(value(wanted, "cpu").movePointRight(3));
    if (memory > ResizableResources.memory(have.path("memory"))) {
      return Optional.of(beyond("memory", memory, ResizableResources.memory(have.path("memory"))));
    }
    return cpu > ResizableResources.cpu(have.path("cpu"))
        ? Optional.of(beyond("cpu", cpu, ResizableResources.cpu(have.path("cpu"))))
        : Optional.empty();
  }

  private static long whole(BigDecimal amount) {
    return amount
        .setScale(0, RoundingMode.CEILING)
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .longValue();
  }

  private static String beyond(String resource, long wanted, long have) {
    return "Node didn't have enough capacity: "
        + resource
        + ", requested: "
        + wanted
        + ", capacity: "
        + have;
  }

  private void wait(Pod desired, ResizeConditions conditions, String reason, String message) {
    if (conditions.wait(reason, message, desired.generation())) {
      tools
          .events()
          .pod(
              desired,
              EventType.WARNING,
              "Resize" + reason,
              ResizeMessages.of(reason, desired, desired.generation(), message));
    }
  }
}
