package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.ApiTimes;
import java.time.Instant;

/** Why a pod ends on this node. */
sealed interface PodEnd {
  /** Whether it takes room until nothing of it runs. */
  default boolean takesRoom() {
    return true;
  }

  /** Adds it to the status, once nothing runs any more. */
  default void tell(ObjectNode status) {}

  /** All that it was to run has ended. */
  record Finished() implements PodEnd {
    @Override
    public boolean takesRoom() {
      return false;
    }
  }

  /** Its owner deleted it, or it is gone from where it came from. */
  record Deleted() implements PodEnd {}

  /**
   * The node does not run it.
   *
   * @param status that says why
   */
  record Rejected(ObjectNode status) implements PodEnd {
    @Override
    public boolean takesRoom() {
      return false;
    }
  }

  /** It was active for longer than it may be. */
  record DeadlineExceeded() implements PodEnd {
    static final String REASON = "DeadlineExceeded";
    static final String MESSAGE = "Pod was active on the node longer than the specified deadline";

    @Override
    public void tell(ObjectNode status) {
      fail(status, REASON, MESSAGE);
    }
  }

  /**
   * It has to go so that the node lives, or uses more than it may.
   *
   * @param at when that was decided
   */
  record Evicted(Eviction eviction, Instant at) implements PodEnd {
    @Override
    public void tell(ObjectNode status) {
      fail(status, Eviction.REASON, eviction.message());
      if (eviction.disrupted() && status.get("conditions") instanceof ArrayNode conditions) {
        disrupted(conditions);
      }
    }

    private void disrupted(ArrayNode conditions) {
      for (JsonNode condition : conditions) {
        if (condition.path("type").asText().equals("DisruptionTarget")) {
          return;
        }
      }
      conditions
          .addObject()
          .put("type", "DisruptionTarget")
          .put("status", "True")
          .putNull("lastProbeTime")
          .put("lastTransitionTime", ApiTimes.seconds(at))
          .put("reason", "TerminationByKubelet")
          .put("message", eviction.message());
    }
  }

  private static void fail(ObjectNode status, String reason, String message) {
    status.put("phase", "Failed").put("reason", reason).put("message", message);
  }
}
