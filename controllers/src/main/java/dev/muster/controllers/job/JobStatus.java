package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.model.codec.Times;
import dev.muster.views.BatchV1;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** A Job's status while it is worked on: a copy that the controller changes and then writes. */
record JobStatus(ObjectNode tree) {

  static JobStatus copyOf(ObjectNode job) {
    return new JobStatus(
        job.path("status") instanceof ObjectNode status ? status.deepCopy() : job.objectNode());
  }

  int number(String field) {
    return tree.path(field).asInt(0);
  }

  /** Sets a number that is left out when it is zero. */
  void count(String field, int value) {
    if (value == 0) {
      tree.remove(field);
    } else {
      tree.put(field, value);
    }
  }

  Optional<Instant> startTime() {
    return ObservedPod.time(BatchV1.JobStatus.of(tree).startTime());
  }

  void start(Instant at) {
    tree.put("startTime", Times.seconds(at));
  }

  boolean isTrue(String type) {
    return condition(type)
        .filter(condition -> condition.path("status").asText().equals("True"))
        .isPresent();
  }

  boolean finished() {
    return isTrue("Complete") || isTrue("Failed");
  }

  Optional<ObjectNode> condition(String type) {
    return tree.path("conditions")
        .valueStream()
        .filter(each -> each.path("type").asText().equals(type))
        .map(ObjectNode.class::cast)
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
    ObjectNode wanted = tree.objectNode();
    wanted.put("type", type).put("status", status).put("reason", reason).put("message", message);
    if (there.isPresent() && same(there.get(), wanted)) {
      return false;
    }
    ObjectNode condition = there.orElseGet(() -> conditions().addObject());
    condition.setAll(wanted);
    condition
        .put("lastProbeTime", Times.seconds(now))
        .put("lastTransitionTime", Times.seconds(now));
    return true;
  }

  private static boolean same(JsonNode there, JsonNode wanted) {
    return wanted.propertyStream().allMatch(e -> there.path(e.getKey()).equals(e.getValue()));
  }

  private ArrayNode conditions() {
    return tree.withArrayProperty("conditions");
  }

  /** The uids that are in the status and not in its counts yet. */
  Set<String> uncounted(String how) {
    Set<String> uids = new LinkedHashSet<>();
    tree.path("uncountedTerminatedPods").path(how).forEach(uid -> uids.add(uid.asText()));
    return uids;
  }

  void uncounted(String how, Set<String> uids) {
    ObjectNode all = tree.withObjectProperty("uncountedTerminatedPods");
    if (uids.isEmpty()) {
      all.remove(how);
    } else {
      uids.forEach(all.putArray(how)::add);
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
    boolean changed = false;
    for (String how : new String[] {"succeeded", "failed"}) {
      Set<String> uids = uncounted(how);
      int before = uids.size();
      uids.retainAll(tracked);
      if (uids.size() != before) {
        count(how, number(how) + before - uids.size());
        uncounted(how, uids);
        changed = true;
      }
    }
    return changed;
  }
}
