package dev.muster.controllers.autoscaler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.AutoscalingV2.HorizontalPodAutoscaler;
import dev.muster.views.AutoscalingV2.MutableHorizontalPodAutoscalerCondition;
import dev.muster.views.AutoscalingV2.MutableHorizontalPodAutoscalerStatus;
import java.time.Instant;

/** An autoscaler's status while it is worked on: a copy that is changed and then written. */
record AutoscalerStatus(MutableHorizontalPodAutoscalerStatus fields, Instant now) {
  static final String ABLE = "AbleToScale";
  static final String ACTIVE = "ScalingActive";

  static AutoscalerStatus of(ObjectNode autoscaler, Instant now) {
    return new AutoscalerStatus(
        MutableHorizontalPodAutoscalerStatus.copyOf(
            HorizontalPodAutoscaler.of(autoscaler).status()),
        now);
  }

  ObjectNode tree() {
    return fields.tree();
  }

  /** The time of the last change stays as long as the condition is as it was. */
  void set(String type, boolean holds, String reason, String message) {
    String wanted = holds ? "True" : "False";
    MutableHorizontalPodAutoscalerCondition condition =
        fields.conditions().each().stream()
            .filter(each -> each.type().text().equals(type))
            .findFirst()
            .orElseGet(() -> fields.conditions().add());
    if (!condition.status().text().equals(wanted)) {
      condition.lastTransitionTime(Times.seconds(now));
    }
    condition.type(type).status(wanted).reason(reason).message(message);
  }

  void replicas(int current, int desired) {
    fields.currentReplicas(current).desiredReplicas(desired);
  }

  void scaled() {
    fields.lastScaleTime(Times.seconds(now));
  }
}
