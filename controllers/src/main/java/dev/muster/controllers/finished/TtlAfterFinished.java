package dev.muster.controllers.finished;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
  static Optional<Instant> expiry(JsonNode job) {
    JsonNode ttl = job.path("spec").path("ttlSecondsAfterFinished");
    if (!ttl.isNumber() || Meta.isBeingDeleted(job)) {
      return Optional.empty();
    }
    for (JsonNode condition : job.path("status").path("conditions")) {
      String type = condition.path("type").asText();
      if ((type.equals("Complete") || type.equals("Failed"))
          && condition.path("status").asText().equals("True")) {
        return Optional.of(
            Meta.time(condition.path("lastTransitionTime")).plusSeconds(ttl.longValue()));
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
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.put("kind", "DeleteOptions").put("apiVersion", "v1");
    options.put("propagationPolicy", "Foreground");
    options
        .putObject("preconditions")
        .put("uid", Meta.uid(job))
        .put("resourceVersion", Meta.version(job));
    return options;
  }
}
