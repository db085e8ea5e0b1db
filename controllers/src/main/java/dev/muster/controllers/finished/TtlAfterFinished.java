package dev.muster.controllers.finished;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.EveryChange;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.model.field.At;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.BatchV1.JobCondition;
import dev.muster.views.MetaV1.MutableDeleteOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Deletes Jobs, with their pods, when {@code ttlSecondsAfterFinished} is over. */
public final class TtlAfterFinished implements Reconciler {
  private final Informer jobs;
  private final ApiClient client;
  private final InstantSource clock;

  private TtlAfterFinished(ControllerContext context) {
    this.jobs = context.informers().of(ControlledResources.JOBS);
    this.client = context.client();
    this.clock = context.clock();
    jobs.handle(
        new EveryChange(
            job -> {
              if (expiry(job).isPresent()) {
                context.queue().add(Informer.key(job));
              }
            }));
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "ttl-after-finished-controller",
        List.of("ttl-after-finished"),
        "ttl-after-finished-controller",
        "ttl-after-finished-controller",
        5,
        TtlAfterFinished::new);
  }

  /** When the Job is to go; nothing if it is not to, or not at its end. */
  static Optional<Instant> expiry(JsonNode tree) {
    Job job = Job.of(tree);
    At ttl = job.spec().ttlSecondsAfterFinished();
    if (ttl.absent() || Meta.isBeingDeleted(tree)) {
      return Optional.empty();
    }
    for (JobCondition condition : job.status().conditions()) {
      String type = condition.type().text();
      if ((type.equals("Complete") || type.equals("Failed"))
          && condition.status().text().equals("True")) {
        return Optional.of(
            Meta.time(condition.lastTransitionTime().node()).plusSeconds(ttl.number()));
      }
    }
    return Optional.empty();
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode known = jobs.get(key);
    Optional<Duration> left = known == null ? Optional.empty() : left(known);
    if (known == null || left.isEmpty()) {
      return Requeue.NEVER;
    }
    if (left.get().isPositive()) {
      return Requeue.after(left.get());
    }
    String path = ControlledResources.JOBS.path(Meta.namespace(known), Meta.name(known));
    try {
      // the time may have been made longer since: the server is asked, and deletes only that
      // version
      ObjectNode fresh = client.get(path);
      Optional<Duration> now = left(fresh);
      if (now.isPresent() && !now.get().isPositive()) {
        client.delete(path, options(fresh));
      }
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
    return Requeue.NEVER;
  }

  private Optional<Duration> left(JsonNode job) {
    return expiry(job).map(at -> Duration.between(clock.instant(), at));
  }

  private static ObjectNode options(JsonNode job) {
    MutableDeleteOptions options =
        MutableDeleteOptions.create()
            .kind("DeleteOptions")
            .apiVersion("v1")
            .propagationPolicy("Foreground");
    options.preconditions().replace().uid(Meta.uid(job)).resourceVersion(Meta.version(job));
    return options.tree();
  }
}
