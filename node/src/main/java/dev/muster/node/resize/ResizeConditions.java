package dev.muster.node.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.ApiTimes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a pod's status says of its resize; begins with what was said before. Thread-safe. */
public final class ResizeConditions {
  public static final String PENDING = "PodResizePending";
  public static final String IN_PROGRESS = "PodResizeInProgress";
  public static final String DEFERRED = "Deferred";
  public static final String INFEASIBLE = "Infeasible";
  private static final String ERROR = "Error";

  private record Condition(
      String type, String reason, String message, long generation, String probed, String since) {}

  private final InstantSource clock;
  private @Nullable Condition pending;
  private @Nullable Condition inProgress;

  /**
   * @param before the conditions that the pod's status has
   */
  public ResizeConditions(JsonNode before, InstantSource clock) {
    this.clock = clock;
    for (JsonNode each : before) {
      String type = each.path("type").asText();
      if (type.equals(PENDING) || type.equals(IN_PROGRESS)) {
        Condition told =
            new Condition(
                type,
                each.path("reason").asText(),
                each.path("message").asText(),
                each.path("observedGeneration").asLong(),
                each.path("lastProbeTime").asText(),
                each.path("lastTransitionTime").asText());
        if (type.equals(PENDING)) {
          pending = told;
        } else {
          inProgress = told;
        }
      }
    }
  }

  /** The node cannot grant it; true if that is news. */
  public synchronized boolean wait(String reason, String message, long generation) {
    Condition before = pending;
    pending = changed(before, PENDING, reason, message, generation);
    return before == null || !before.reason().equals(reason) || before.generation() != generation;
  }

  /** It was granted. */
  public synchronized void start(long generation) {
    pending = null;
    inProgress = changed(null, IN_PROGRESS, "", "", generation);
  }

  /** There is nothing that waits. */
  public synchronized void settle() {
    pending = null;
  }

  /** What was granted is not given yet. */
  public synchronized void goOn(long generation) {
    if (inProgress == null) {
      inProgress = changed(null, IN_PROGRESS, "", "", generation);
    }
  }

  /** It cannot be given now; the resize's generation if that is news. */
  public synchronized OptionalLong fail(String message, long generation) {
    Condition before = inProgress;
    long first = before == null ? generation : before.generation();
    if (before != null && before.reason().equals(ERROR) && before.message().equals(message)) {
      return OptionalLong.empty();
    }
    inProgress = changed(before, IN_PROGRESS, ERROR, message, first);
    return OptionalLong.of(first);
  }

  /** All is given; the resize's generation if there was one. */
  public synchronized OptionalLong complete() {
    Condition before = inProgress;
    inProgress = null;
    return before == null ? OptionalLong.empty() : OptionalLong.of(before.generation());
  }

  /** Whether it waits for what others have. */
  public synchronized boolean isDeferred() {
    return pending != null && pending.reason().equals(DEFERRED);
  }

  /** Since when it waits; empty if it does not. */
  public synchronized String waitsSince() {
    return pending == null ? "" : pending.since();
  }

  /** For the pod's status. */
  public synchronized List<ObjectNode> list() {
    List<ObjectNode> all = new ArrayList<>();
    if (pending != null) {
      all.add(node(pending));
    }
    if (inProgress != null) {
      all.add(node(inProgress));
    }
    return all;
  }

  private static ObjectNode node(Condition condition) {
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("type", condition.type());
    if (condition.generation() > 0) {
      out.put("observedGeneration", condition.generation());
    }
    out.put("status", "True");
    out.put("lastProbeTime", condition.probed());
    out.put("lastTransitionTime", condition.since());
    if (!condition.reason().isEmpty()) {
      out.put("reason", condition.reason());
    }
    if (!condition.message().isEmpty()) {
      out.put("message", condition.message());
    }
    return out;
  }

  /** Times move only when something else does: a status that says the same is not written again. */
  private Condition changed(
      @Nullable Condition before, String type, String reason, String message, long generation) {
    String now = ApiTimes.seconds(clock.instant());
    if (before == null || !before.reason().equals(reason)) {
      return new Condition(type, reason, message, generation, now, now);
    }
    boolean same = before.message().equals(message) && before.generation() == generation;
    return new Condition(
        type, reason, message, generation, same ? before.probed() : now, before.since());
  }
}
