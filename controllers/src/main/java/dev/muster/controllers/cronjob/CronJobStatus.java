package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.model.codec.Times;
import dev.muster.model.field.At;
import dev.muster.views.BatchV1.CronJob;
import dev.muster.views.BatchV1.MutableCronJob;
import dev.muster.views.BatchV1.MutableCronJobStatus;
import dev.muster.views.CoreV1.ObjectReference;
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
    if (status().active().empty()) {
      status().active().remove();
    }
    return tree;
  }

  private MutableCronJobStatus status() {
    return MutableCronJob.of(tree).status().ensure();
  }

  /** References to the Jobs that go on, as they are now. */
  List<ObjectReference> active() {
    return List.copyOf(CronJob.of(tree).status().active());
  }

  boolean isActive(String uid) {
    return active().stream().anyMatch(each -> each.uid().text().equals(uid));
  }

  void ended(String uid) {
    if (status().active().present()) {
      changed = true;
      status().active().list().removeIf(each -> ObjectReference.of(each).uid().text().equals(uid));
    }
  }

  void succeeded(At completionTime) {
    String last = status().lastSuccessfulTime().text();
    if (completionTime.present()
        && (last.isEmpty() || Meta.time(completionTime.node()).isAfter(Instant.parse(last)))) {
      changed = true;
      status().lastSuccessfulTime(completionTime.text());
    }
  }

  void started(JsonNode job, Instant time) {
    changed = true;
    status()
        .active()
        .add()
        .kind("Job")
        .namespace(Meta.namespace(job))
        .name(Meta.name(job))
        .uid(Meta.uid(job))
        .apiVersion("batch/v1")
        .resourceVersion(Meta.version(job));
    status().lastScheduleTime(Times.seconds(time));
  }
}
