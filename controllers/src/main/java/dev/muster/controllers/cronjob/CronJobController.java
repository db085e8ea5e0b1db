package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.EveryChange;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Starts Jobs at the times that CronJobs name. */
public final class CronJobController implements Reconciler {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Informer cronJobs;
  private final Informer jobs;
  private final InstantSource clock;
  private final CronJobSync.Means means;
  private final Expectations expectations;

  private CronJobController(ControllerContext context) {
    this.cronJobs = context.informers().of(ControlledResources.CRON_JOBS);
    this.jobs = ControllerOwners.indexed(context.informers().of(ControlledResources.JOBS));
    this.clock = context.clock();
    this.expectations = new Expectations(clock);
    this.means =
        new CronJobSync.Means(context.client(), context.events(), cronJobs, jobs, expectations);
    cronJobs.handle(new EveryChange(each -> context.queue().add(Informer.key(each))));
    jobs.handle(
        new EveryChange(
            job ->
                ControllerOwners.ownerKey(cronJobs, job)
                    .ifPresent(key -> context.queue().add(key))));
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "cronjob-controller",
        List.of("cronjob"),
        "cronjob-controller",
        "cronjob-controller",
        5,
        CronJobController::new);
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode cronJob = cronJobs.get(key);
    if (cronJob == null) {
      expectations.forget(key);
      return Requeue.NEVER;
    }
    if (!expectations.satisfied(key)) {
      return Requeue.after(PATIENCE);
    }
    return new CronJobSync(
            key, cronJob, ControllerOwners.controlled(jobs, cronJob), clock.instant())
        .run(means);
  }
}
