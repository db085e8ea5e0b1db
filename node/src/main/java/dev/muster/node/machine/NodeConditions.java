package dev.muster.node.machine;

import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutableNodeCondition;
import dev.muster.views.CoreV1.NodeCondition;
import java.time.Instant;
import java.util.List;

/** Conditions that keep the time of their last change. */
record NodeConditions(List<NodeCondition> before, Instant now) {
  MutableNodeCondition of(String type, String status, String reason, String message) {
    String since = Times.seconds(now);
    for (NodeCondition old : before) {
      if (old.type().text().equals(type) && old.status().text().equals(status)) {
        since = old.lastTransitionTime().text();
      }
    }
    return MutableNodeCondition.create()
        .type(type)
        .status(status)
        .lastHeartbeatTime(Times.seconds(now))
        .lastTransitionTime(since)
        .reason(reason)
        .message(message);
  }
}
