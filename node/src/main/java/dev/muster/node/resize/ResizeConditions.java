package dev.muster.node.resize;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutablePodCondition;
import dev.muster.views.CoreV1.PodCondition;
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
  public ResizeConditions(List<PodCondition> before, InstantSource clock) {
    this.clock = clock;
    for (PodCondition each : before) {
      String type = each.type().text();
      if (type.equals(PENDING) || type.equals(IN_PROGRESS)) {
        Condition told =
            new Condition(
                type,
                each.reason().text(),
                each.message().text(),
                each.observedGeneration().number(),
                each.lastProbeTime().text(),
                each.lastTransitionTime().text());
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
    MutablePodCondition out = MutablePodCondition.create().type(condition.type());
    if (condition.generation() > 0) {
      out.observedGeneration(condition.generation());
    }
    out.status("True");
    out.lastProbeTime(condition.probed());
    out.lastTransitionTime(condition.since());
    if (!condition.reason().isEmpty()) {
      out.reason(condition.reason());
    }
    if (!condition.message().isEmpty()) {
      out.message(condition.message());
    }
    return out.tree();
  }

  /** Times move only when something else does: a status that says the same is not written again. */
  private Condition changed(
      @Nullable Condition before, String type, String reason, String message, long generation) {
    String now = Times.seconds(clock.instant());
    if (before == null || !before.reason().equals(reason)) {
      return new Condition(type, reason, message, generation, now, now);
    }
    boolean same = before.message().equals(message) && before.generation() == generation;
    return new Condition(
        type, reason, message, generation, same ? before.probed() : now, before.since());
  }
}
