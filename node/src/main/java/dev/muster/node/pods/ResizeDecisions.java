package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.kinds.pods.PodAggregates;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.node.containers.InPlaceResize;
import dev.muster.node.resize.Allocations;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.node.resize.ResizeMessages;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
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
public record ResizeDecisions(
    InPlaceResize platform,
    Allocations allocations,
    PodAdmission admission,
    Supplier<ObjectNode> node,
    EventRecorder events) {
  private static final Logger LOG = LoggerFactory.getLogger(ResizeDecisions.class);

  /** In which order pods that wait are looked at: who asks for no more, who matters, who waits. */
  Comparator<PodWorker> order() {
    return Comparator.comparing((PodWorker worker) -> asksForMore(worker.desired()))
        .thenComparing(
            Comparator.comparingLong(
                    (PodWorker worker) -> worker.desired().spec().priority().number())
                .reversed())
        .thenComparing(worker -> !worker.desired().status().qosClass().text().equals("Guaranteed"))
        .thenComparing(worker -> worker.resize().waitsSince());
  }

  private boolean asksForMore(Pod desired) {
    Map<String, Quantity> wanted = PodAggregates.requests(desired.spec().tree());
    Map<String, Quantity> granted =
        PodAggregates.requests(allocations.allocated(desired).spec().tree());
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
    if (allocations.allocated(desired).tree().equals(desired.tree())) {
      conditions.settle();
      return false;
    }
    Optional<String> never = unsupported().or(() -> beyondNode(desired));
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
      allocations.allocate(desired);
    } catch (IOException e) {
      LOG.warn("resize not written down: pod={} problem={}", desired.key(), e.toString());
      return false;
    }
    conditions.start(desired.generation());
    events.pod(
        desired,
        EventType.NORMAL,
        "ResizeStarted",
        ResizeMessages.of("started", desired, desired.generation(), ""));
    return true;
  }

  private Optional<String> unsupported() {
    return switch (platform) {
      case InPlaceResize.Supported supported -> Optional.empty();
      case InPlaceResize.Unsupported unsupported -> Optional.of(unsupported.message());
    };
  }

  /** What the node does not have, even if it had no other pod. */
  private Optional<String> beyondNode(Pod desired) {
    At have = CoreV1.Node.of(node.get()).status().allocatable();
    Map<String, Quantity> wanted = PodAggregates.requests(desired.spec().tree());
    long memory = whole(value(wanted, "memory"));
    long cpu = whole(value(wanted, "cpu").movePointRight(3));
    if (memory > ResizableResources.memory(have.get("memory"))) {
      return Optional.of(beyond("memory", memory, ResizableResources.memory(have.get("memory"))));
    }
    return cpu > ResizableResources.cpu(have.get("cpu"))
        ? Optional.of(beyond("cpu", cpu, ResizableResources.cpu(have.get("cpu"))))
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
      events.pod(
          desired,
          EventType.WARNING,
          "Resize" + reason,
          ResizeMessages.of(reason, desired, desired.generation(), message));
    }
  }
}
