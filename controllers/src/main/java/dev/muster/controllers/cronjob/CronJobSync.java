package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.views.BatchV1.CronJob;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.BatchV1.MutableJob;
import dev.muster.views.CoreV1.ObjectReference;
import dev.muster.views.MetaV1.MutableDeleteOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One look at one CronJob. */
final class CronJobSync {
  private final String key;
  private final ObjectNode cronJob;
  private final List<ObjectNode> jobs;
  private final Instant now;
  private final CronJobStatus status;

  CronJobSync(String key, ObjectNode cronJob, List<ObjectNode> jobs, Instant now) {
    this.key = key;
    this.cronJob = cronJob;
    this.jobs = jobs;
    this.now = now;
    this.status = new CronJobStatus(cronJob);
  }

  /** What it writes with. */
  record Means(
      ApiClient client,
      EventBroadcaster events,
      Informer cronJobs,
      Informer jobs,
      Expectations expectations) {}

  Requeue run(Means means) throws IOException {
    for (ObjectNode job : JobHistory.surplus(cronJob, jobs)) {
      delete(means, job);
    }
    observe(means);
    Requeue next = Requeue.NEVER;
    IOException problem = null;
    try {
      next = start(means);
    } catch (IOException e) {
      problem = e;
    }
    if (status.changed()) {
      ObjectNode written =
          means.client().replace(path(ControlledResources.CRON_JOBS.plural()), status.written());
      means.expectations().written(key, means.cronJobs(), written);
    }
    if (problem != null) {
      throw problem;
    }
    return next;
  }

  private String path(String plural) {
    return "/apis/batch/v1/namespaces/%s/%s/%s/status"
        .formatted(Meta.namespace(cronJob), plural, Meta.name(cronJob));
  }

  private void tell(Means means, EventType type, String reason, String message) {
    means.events().event(cronJob, type, reason, message);
  }

  /** What became of the Jobs that were started, and of those that somebody else made. */
  private void observe(Means means) throws IOException {
    for (ObjectNode job : jobs) {
      String ending = JobHistory.ending(job);
      boolean listed = status.isActive(Meta.uid(job));
      if (ending.isEmpty() && !listed) {
        tell(
            means,
            EventType.WARNING,
            "UnexpectedJob",
            "Saw a job that the controller did not create or forgot: " + Meta.name(job));
      } else if (!ending.isEmpty() && listed) {
        status.ended(Meta.uid(job));
        tell(
            means,
            EventType.NORMAL,
            "SawCompletedJob",
            "Saw completed job: %s, condition: %s".formatted(Meta.name(job), ending));
      }
      if (ending.equals("Complete")) {
        status.succeeded(Job.of(job).status().completionTime());
      }
    }
    for (ObjectReference reference : status.active()) {
      String name = reference.name().text();
      boolean known = jobs.stream().anyMatch(job -> Meta.uid(job).equals(reference.uid().text()));
      if (!known && isGone(means, name)) {
        tell(means, EventType.NORMAL, "MissingJob", "Active job went missing: " + name);
        status.ended(reference.uid().text());
      }
    }
  }

  private boolean isGone(Means means, String name) throws IOException {
    try {
      means.client().get(ControlledResources.JOBS.path(Meta.namespace(cronJob), name));
      return false;
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return true;
      }
      throw e;
    }
  }

  private Requeue start(Means means) throws IOException {
    if (Meta.isBeingDeleted(cronJob)) {
      return Requeue.NEVER;
    }
    DueStart due = DueStart.of(status.tree(), status.active().isEmpty(), now);
    due.event().ifPresent(event -> tell(means, event.type(), event.reason(), event.message()));
    Optional<Instant> time = due.time();
    if (time.isPresent()) {
      if (CronJob.of(cronJob).spec().concurrencyPolicy().text().equals("Replace")) {
        replaceActive(means);
      }
      create(means, time.get(), due);
    }
    return due.times().map(times -> Requeue.after(times.untilNext())).orElse(Requeue.NEVER);
  }

  private void replaceActive(Means means) throws IOException {
    for (ObjectReference reference : status.active()) {
      String path = ControlledResources.JOBS.path(Meta.namespace(cronJob), reference.name().text());
      try {
        delete(means, means.client().get(path));
      } catch (ApiProblem e) {
        tell(means, EventType.WARNING, "FailedGet", "Get job: " + e.getMessage());
        throw e;
      }
    }
  }

  private void create(Means means, Instant time, DueStart due) throws IOException {
    ObjectNode job = ScheduledJob.at(cronJob, time, due.zone());
    MutableJob.of(job)
        .metadata()
        .ensure()
        .ownerReferences()
        .replace()
        .add(ControllerOwners.reference(ControlledResources.CRON_JOBS, cronJob).tree());
    ObjectNode made;
    try {
      made = means.client().create(ControlledResources.JOBS.path(Meta.namespace(cronJob)), job);
      tell(means, EventType.NORMAL, "SuccessfulCreate", "Created job " + Meta.name(made));
    } catch (ApiProblem e) {
      if (!e.isConflict()) {
        if (!PodControl.isNamespaceTerminating(e)) {
          tell(means, EventType.WARNING, "FailedCreate", "Error creating job: " + e.getMessage());
        }
        throw e;
      }
      // made before, and the status was not written: what is there counts, if it is ours
      made =
          means
              .client()
              .get(ControlledResources.JOBS.path(Meta.namespace(cronJob), Meta.name(job)));
      if (!ControllerOwners.controls(cronJob, made) || status.isActive(Meta.uid(made))) {
        return;
      }
    }
    means.expectations().written(key, means.jobs(), made);
    status.started(made, time);
  }

  private void delete(Means means, ObjectNode job) throws IOException {
    MutableDeleteOptions options =
        MutableDeleteOptions.create()
            .kind("DeleteOptions")
            .apiVersion("v1")
            .propagationPolicy("Background");
    try {
      means
          .client()
          .delete(
              ControlledResources.JOBS.path(Meta.namespace(job), Meta.name(job)), options.tree());
    } catch (ApiProblem e) {
      tell(means, EventType.WARNING, "FailedDelete", "Deleted job: " + e.getMessage());
      throw e;
    }
    means.expectations().deleted(key, means.jobs(), job);
    status.ended(Meta.uid(job));
    tell(means, EventType.NORMAL, "SuccessfulDelete", "Deleted job " + Meta.name(job));
  }
}
