package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutablePodCondition;
import dev.muster.views.CoreV1.MutablePodStatus;
import java.time.Instant;
import java.util.List;

/** The conditions in a pod's status that the server itself sets. */
final class PodConditions {
  private PodConditions() {}

  static MutablePodCondition scheduled() {
    return condition("PodScheduled", "True");
  }

  static MutablePodCondition gated() {
    return condition("PodScheduled", "False")
        .reason("SchedulingGated")
        .message("Scheduling is blocked due to non-empty scheduling gates");
  }

  private static MutablePodCondition condition(String type, String status) {
    MutablePodCondition condition = MutablePodCondition.create().type(type).status(status);
    condition.lastProbeTime().set(NullNode.getInstance());
    return condition;
  }

  /** Puts the condition in place of the one of its type; the time tells when its status changed. */
  static void set(MutablePodStatus status, MutablePodCondition condition, Instant now) {
    condition.lastTransitionTime(Times.seconds(now));
    List<MutablePodCondition> all = status.conditions().each();
    for (int i = 0; i < all.size(); i++) {
      MutablePodCondition before = all.get(i);
      if (before.type().text().equals(condition.type().text())) {
        if (before.status().text().equals(condition.status().text())) {
          condition.lastTransitionTime().copy(before.lastTransitionTime().node());
        }
        status.conditions().list().set(i, condition.tree());
        return;
      }
    }
    status.conditions().add(condition);
  }
}
