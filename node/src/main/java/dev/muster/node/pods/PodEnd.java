package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutablePodCondition;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.StructListField;
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
      StructListField<MutablePodCondition> conditions = MutablePodStatus.of(status).conditions();
      if (eviction.disrupted() && conditions.present()) {
        disrupted(conditions);
      }
    }

    private void disrupted(StructListField<MutablePodCondition> conditions) {
      if (conditions.each().stream().anyMatch(c -> c.type().text().equals("DisruptionTarget"))) {
        return;
      }
      MutablePodCondition condition = conditions.add().type("DisruptionTarget").status("True");
      condition.lastProbeTime().set(NullNode.getInstance());
      condition
          .lastTransitionTime(Times.seconds(at))
          .reason("TerminationByKubelet")
          .message(eviction.message());
    }
  }

  private static void fail(ObjectNode status, String reason, String message) {
    MutablePodStatus.of(status).phase("Failed").reason(reason).message(message);
  }
}
