package dev.muster.controllers.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.SameValues;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.kinds.quota.Evaluator;
import dev.muster.kinds.quota.QuotaUsage;
import dev.muster.views.CoreV1.MutableResourceQuota;
import dev.muster.views.CoreV1.MutableResourceQuotaStatus;
import dev.muster.views.CoreV1.ResourceQuota;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what quotas limit. Admission adds what is created; this finds what there was before, what
 * has gone since, and whatever was missed.
 */
public final class ResourceQuotaController implements Reconciler {
  /** Everything is counted again after this, whatever was seen. */
  private static final Duration RESYNC = Duration.ofMinutes(5);

  private final Informer quotas;
  private final CountedResources resources;
  private final ApiClient client;
  private final WorkQueue queue;
  private final InstantSource clock;
  private final Map<String, Instant> changes = new ConcurrentHashMap<>();

  private ResourceQuotaController(ControllerContext context) {
    this.quotas = context.informers().of(ControlledResources.QUOTAS);
    this.client = context.client();
    this.queue = context.queue();
    this.clock = context.clock();
    this.resources = new CountedResources(client, context.informers(), Counted::new);
    quotas.handle(new Limits());
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "resourcequota-controller",
        List.of("resourcequota"),
        "resourcequota-controller",
        "resourcequota-controller",
        5,
        ResourceQuotaController::new);
  }

  /** A quota's own changes: only new limits ask for a new count. */
  private final class Limits implements ObjectHandler {
    @Override
    public void added(ObjectNode quota) {
      queue.add(Informer.key(quota));
    }

    @Override
    public void updated(ObjectNode before, ObjectNode after) {
      changes.put(Informer.key(after), clock.instant());
      if (!ResourceQuota.of(before).spec().tree().equals(ResourceQuota.of(after).spec().tree())) {
        queue.add(Informer.key(after));
      }
    }

    @Override
    public void deleted(ObjectNode last) {
      changes.remove(Informer.key(last));
    }
  }

  /** What is counted: something was given back. */
  private final class Counted implements ObjectHandler {
    private final Evaluator evaluator;

    Counted(Evaluator evaluator) {
      this.evaluator = evaluator;
    }

    @Override
    public void added(ObjectNode object) {}

    @Override
    public void updated(ObjectNode before, ObjectNode after) {
      if (!evaluator.usage(before).equals(evaluator.usage(after))
          || !ResourceQuota.of(before)
              .spec()
              .tree()
              .equals(ResourceQuota.of(after).spec().tree())) {
        recount(after);
      }
    }

    @Override
    public void deleted(ObjectNode last) {
      recount(last);
    }

    private void recount(ObjectNode object) {
      for (ObjectNode quota : quotas.inNamespace(Meta.namespace(object))) {
        if (!evaluator.counted(hard(ResourceQuota.of(quota)).names()).isEmpty()) {
          queue.add(Informer.key(quota));
        }
      }
    }
  }

  private static QuotaUsage hard(ResourceQuota quota) {
    return QuotaUsage.of(quota.spec().hard().node());
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode quota = quotas.get(key);
    if (quota == null) {
      return Requeue.NEVER;
    }
    Map<String, List<ObjectNode>> objects = new TreeMap<>();
    for (String resource : CountedResources.of(hard(ResourceQuota.of(quota)).names())) {
      Optional<Informer> informer = resources.informer(resource);
      if (informer.isPresent()) {
        objects.put(resource, informer.get().inNamespace(Meta.namespace(quota)));
      }
    }
    MutableResourceQuotaStatus status = QuotaStatus.of(quota, objects);
    if (SameValues.in(status.tree(), ResourceQuota.of(quota).status().tree())) {
      return Requeue.after(RESYNC);
    }
    Duration wait =
        QuotaStatus.untilWritten(
            status, quota, changes.getOrDefault(key, Instant.EPOCH), clock.instant());
    if (wait.isPositive()) {
      return Requeue.after(wait);
    }
    ObjectNode next = quota.deepCopy();
    MutableResourceQuota.of(next).status(status);
    String path = ControlledResources.QUOTAS.path(Meta.namespace(quota), Meta.name(quota));
    client.replace(path + "/status", next);
    return Requeue.after(RESYNC);
  }
}
