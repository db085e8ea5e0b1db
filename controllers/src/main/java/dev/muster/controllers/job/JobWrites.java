package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.views.BatchV1.MutableJob;
import java.io.IOException;

/** What is written to Jobs and told of them. */
record JobWrites(
    ApiClient client,
    JobPods pods,
    EventBroadcaster events,
    Informer jobs,
    Expectations expectations) {

  /**
   * Writes a status over exactly this version of the Job.
   *
   * @return the Job as it is now
   */
  ObjectNode status(String key, ObjectNode job, JobStatus status) throws IOException {
    ObjectNode next = job.deepCopy();
    MutableJob.of(next).status().set(status.tree().deepCopy());
    String path = ControlledResources.JOBS.path(Meta.namespace(job), Meta.name(job)) + "/status";
    ObjectNode written = client.replace(path, next);
    expectations.written(key, jobs, written);
    return written;
  }

  void tellEnd(ObjectNode job, JobStatus status, Outcome end) {
    if (!end.success()) {
      events.event(job, EventType.WARNING, end.reason(), end.message());
      return;
    }
    int wanted = new JobSpec(job).completions().orElse(Integer.MAX_VALUE);
    if (status.succeeded() > wanted) {
      events.event(
          job,
          EventType.WARNING,
          "TooManySucceededPods",
          "Too many succeeded pods running after completion count reached");
    }
    events.event(job, EventType.NORMAL, "Completed", "Job completed");
  }
}
