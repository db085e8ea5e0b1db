package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.informers.Informer;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.EveryChange;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.MetaV1.OwnerReference;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs pods until as many as a Job asks for have succeeded. A key is a Job's, or that of a pod
 * ({@code /pod/namespace/name}) that has the finalizer and may have lost the Job that would take
 * it.
 */
public final class JobController implements Reconciler {
  /** No namespace begins so. */
  private static final String POD = "/pod/";

  /** Pods of a Job tend to change together, and every look reads all of them. */
  private static final Duration TOGETHER = Duration.ofMillis(20);

  /** If a write was not seen by then, something is wrong with the watch, and it begins anew. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Informer jobs;
  private final Informer pods;
  private final WorkQueue queue;
  private final InstantSource clock;
  private final Expectations expectations;
  private final JobWrites writes;
  private final Map<String, PodBackoff> backoffs = new ConcurrentHashMap<>();
  private final Map<String, Integer> refusals = new ConcurrentHashMap<>();

  private JobController(ControllerContext context) {
    this.jobs = context.informers().of(ControlledResources.JOBS);
    this.pods = ControllerOwners.indexed(context.informers().of(ControlledResources.PODS));
    this.queue = context.queue();
    this.clock = context.clock();
    this.expectations = new Expectations(clock);
    this.writes =
        new JobWrites(
            context.client(),
            new JobPods(context, pods, expectations),
            context.events(),
            jobs,
            expectations);
    jobs.handle(new EveryChange(this::jobChanged));
    pods.handle(new EveryChange(this::podChanged));
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "job-controller",
        List.of("job"),
        "job-controller",
        "job-controller",
        5,
        JobController::new);
  }

  private void jobChanged(ObjectNode job) {
    queue.add(Informer.key(job));
    if (JobStatus.copyOf(job).finished() || jobs.get(Informer.key(job)) == null) {
      ControllerOwners.controlled(pods, job).forEach(this::maybeOrphan);
    }
  }

  private void maybeOrphan(ObjectNode pod) {
    if (new ObservedPod(pod).hasFinalizer(JobPod.TRACKING)) {
      queue.add(POD + Informer.key(pod));
    }
  }

  private void podChanged(ObjectNode pod) {
    Optional<String> owner = ControllerOwners.ownerKey(jobs, pod);
    if (owner.isPresent()) {
      queue.addAfter(owner.get(), TOGETHER);
    } else {
      maybeOrphan(pod);
      if (ControllerOwners.controller(pod).isEmpty()) {
        jobs.inNamespace(Meta.namespace(pod)).stream()
            .filter(
                job -> LabelSelector.of(Job.of(job).spec().selector().tree()).matchesObject(pod))
            .forEach(job -> queue.add(Informer.key(job)));
      }
    }
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    if (key.startsWith(POD)) {
      releaseOrphan(key.substring(POD.length()));
      return Requeue.NEVER;
    }
    ObjectNode job = jobs.get(key);
    if (job == null || JobStatus.copyOf(job).finished()) {
      backoffs.remove(key);
      refusals.remove(key);
      expectations.forget(key);
      return Requeue.NEVER;
    }
    if (new JobSpec(job).managedByOther()) {
      return Requeue.NEVER;
    }
    if (!expectations.satisfied(key)) {
      return Requeue.after(PATIENCE);
    }
    Instant now = clock.instant();
    JobAssessment found =
        JobAssessment.of(
            job, writes.pods().of(key, job), backoffs.getOrDefault(key, PodBackoff.NONE), now);
    Requeue next;
    try {
      next = new JobSync(key, job, found, now).run(writes);
      refusals.remove(key);
    } catch (ApiProblem e) {
      if (e.isConflict()) {
        throw e;
      }
      next = Requeue.after(patience(refusals.merge(key, 1, Integer::sum)));
    }
    backoffs.put(key, found.backoff());
    return next;
  }

  /**
   * What was refused, by a quota or a policy, is tried again after a second, then two, then four.
   */
  private static Duration patience(int refused) {
    return Duration.ofSeconds(Math.min(60, 1L << Math.min(6, refused - 1)));
  }

  /** A pod whose Job is gone or at its end must not wait for being counted. */
  private void releaseOrphan(String key) throws IOException {
    ObjectNode pod = pods.get(key);
    if (pod == null || !new ObservedPod(pod).hasFinalizer(JobPod.TRACKING)) {
      return;
    }
    boolean foreign =
        ControllerOwners.controller(pod)
            .filter(owner -> !OwnerReference.of(owner).kind().text().equals("Job"))
            .isPresent();
    Optional<ObjectNode> owner = ControllerOwners.ownerKey(jobs, pod).map(jobs::get);
    boolean kept =
        owner
            .filter(job -> new JobSpec(job).managedByOther() || !JobStatus.copyOf(job).finished())
            .isPresent();
    if (!foreign && !kept) {
      writes.pods().release(POD + key, new ObservedPod(pod));
      expectations.forget(POD + key);
    }
  }
}
