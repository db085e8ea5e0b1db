package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.model.codec.Times;
import java.time.Instant;
import java.util.List;

/** A CronJob while its status is worked on. */
final class CronJobStatus {
  private final ObjectNode tree;
  private boolean changed;

  CronJobStatus(ObjectNode cronJob) {
    this.tree = cronJob.deepCopy();
  }

  /** With what was changed so far. */
  ObjectNode tree() {
    return tree;
  }

  boolean changed() {
    return changed;
  }

  /** The whole, as it is to be written. */
  ObjectNode written() {
    if (status().path("active").isEmpty()) {
      status().remove("active");
    }
    return tree;
  }

  private ObjectNode status() {
    return tree.withObjectProperty("status");
  }

  /** References to the Jobs that go on, as they are now. */
  List<JsonNode> active() {
    return status().path("active").valueStream().toList();
  }

  boolean isActive(String uid) {
    return active().stream().anyMatch(each -> each.path("uid").asText().equals(uid));
  }

  void ended(String uid) {
    if (status().get("active") instanceof ArrayNode active) {
      changed = true;
      active.removeIf(each -> each.path("uid").asText().equals(uid));
    }
  }

  void succeeded(JsonNode completionTime) {
    String last = status().path("lastSuccessfulTime").asText("");
    if (completionTime.isTextual()
        && (last.isEmpty() || Meta.time(completionTime).isAfter(Instant.parse(last)))) {
      changed = true;
      status().set("lastSuccessfulTime", completionTime);
    }
  }

  void started(JsonNode job, Instant time) {
    changed = true;
    ObjectNode reference = status().withArrayProperty("active").addObject();
    reference.put("kind", "Job").put("namespace", Meta.namespace(job));
    reference.put("name", Meta.name(job)).put("uid", Meta.uid(job));
    reference.put("apiVersion", "batch/v1").put("resourceVersion", Meta.version(job));
    status().put("lastScheduleTime", Times.seconds(time));
  }
}
