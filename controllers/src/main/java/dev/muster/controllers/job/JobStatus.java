package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.model.codec.Times;
import dev.muster.views.BatchV1;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.BatchV1.JobCondition;
import dev.muster.views.BatchV1.MutableJobCondition;
import dev.muster.views.BatchV1.MutableJobStatus;
import dev.muster.views.BatchV1.MutableUncountedTerminatedPods;
import dev.muster.views.NumberField;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** A Job's status while it is worked on: a copy that the controller changes and then writes. */
record JobStatus(MutableJobStatus fields) {

  static JobStatus copyOf(ObjectNode job) {
    return new JobStatus(MutableJobStatus.copyOf(Job.of(job).status()));
  }

  ObjectNode tree() {
    return fields.tree();
  }

  int succeeded() {
    return (int) fields.succeeded().number();
  }

  int failed() {
    return (int) fields.failed().number();
  }

  Optional<Instant> startTime() {
    return ObservedPod.time(BatchV1.JobStatus.of(tree()).startTime());
  }

  void start(Instant at) {
    fields.startTime(Times.seconds(at));
  }

  boolean isTrue(String type) {
    return condition(type)
        .filter(condition -> JobCondition.of(condition).status().text().equals("True"))
        .isPresent();
  }

  boolean finished() {
    return isTrue("Complete") || isTrue("Failed");
  }

  Optional<ObjectNode> condition(String type) {
    return fields.conditions().each().stream()
        .filter(each -> each.type().text().equals(type))
        .map(MutableJobCondition::tree)
        .findFirst();
  }

  /**
   * Makes a condition so; one that is not there counts as False.
   *
   * @return whether that changed anything
   */
  boolean ensure(String type, boolean holds, String reason, String message, Instant now) {
    String status = holds ? "True" : "False";
    Optional<ObjectNode> there = condition(type);
    if (there.isEmpty() && !holds) {
      return false;
    }
    MutableJobCondition wanted = MutableJobCondition.create();
    wanted.type(type).status(status).reason(reason).message(message);
    if (there.isPresent() && same(there.get(), wanted.tree())) {
      return false;
    }
    ObjectNode condition = there.orElseGet(() -> fields.conditions().add().tree());
    condition.setAll(wanted.tree());
    MutableJobCondition.of(condition)
        .lastProbeTime(Times.seconds(now))
        .lastTransitionTime(Times.seconds(now));
    return true;
  }

  private static boolean same(JsonNode there, JsonNode wanted) {
    return wanted.propertyStream().allMatch(e -> there.path(e.getKey()).equals(e.getValue()));
  }

  /** The uids that are in the status and not in its counts yet. */
  Set<String> uncounted(String how) {
    Set<String> uids = new LinkedHashSet<>();
    BatchV1.JobStatus.of(tree())
        .uncountedTerminatedPods()
        .tree()
        .path(how)
        .forEach(uid -> uids.add(uid.asText()));
    return uids;
  }

  void uncounted(String how, Set<String> uids) {
    MutableUncountedTerminatedPods all = fields.uncountedTerminatedPods().ensure();
    if (uids.isEmpty()) {
      all.tree().remove(how);
    } else {
      uids.forEach(all.tree().putArray(how)::add);
    }
  }

  boolean allCounted() {
    return uncounted("succeeded").isEmpty() && uncounted("failed").isEmpty();
  }

  /**
   * Counts those whose finalizer is gone, and forgets them.
   *
   * @return whether there were any
   */
  boolean countWithout(Set<String> tracked) {
    boolean succeeded = count("succeeded", fields.succeeded(), tracked);
    boolean failed = count("failed", fields.failed(), tracked);
    return succeeded || failed;
  }

  private boolean count(String how, NumberField count, Set<String> tracked) {
    Set<String> uids = uncounted(how);
    int before = uids.size();
    uids.retainAll(tracked);
    if (uids.size() == before) {
      return false;
    }
    count.setUnlessZero(count.number() + before - uids.size());
    uncounted(how, uids);
    return true;
  }
}
