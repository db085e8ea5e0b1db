package dev.muster.controllers.podgc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.EveryChange;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Deletes pods whose node is gone, pods that were deleted before they had one, and the oldest of
 * too many that came to their end. A key is a pod's, or {@link #ENDED} for the last.
 */
public final class PodGarbageCollector implements Reconciler {
  /** So many pods that came to their end are kept. */
  private static final int KEPT = 12_500;

  /** A node may just be registering anew. */
  private static final Duration QUARANTINE = Duration.ofSeconds(40);

  /** Others may be about to deal with a pod themselves. */
  private static final Duration TOGETHER = Duration.ofSeconds(20);

  private static final String ENDED = "ended";
  private static final String NODE = "node";
  private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

  private final Informer pods;
  private final Informer nodes;
  private final WorkQueue queue;
  private final ApiClient client;
  private final ForcedEnding ending;
  private final int kept;

  private PodGarbageCollector(ControllerContext context) {
    this(context, KEPT);
  }

  PodGarbageCollector(ControllerContext context, int kept) {
    this.kept = kept;
    this.nodes = context.informers().of(ControlledResources.NODES);
    this.pods =
        context.informers().of(ControlledResources.PODS).index(NODE, pod -> List.of(node(pod)));
    this.queue = context.queue();
    this.client = context.client();
    this.ending = new ForcedEnding(client, context.clock());
    pods.handle(new EveryChange(this::podChanged));
    nodes.handle(new GoneNodes());
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "pod-garbage-collector-controller",
        List.of("podgc"),
        "pod-garbage-collector",
        "pod-garbage-collector",
        1,
        PodGarbageCollector::new);
  }

  private void podChanged(ObjectNode tree) {
    ObservedPod pod = new ObservedPod(tree);
    if (pod.terminal()) {
      queue.addAfter(ENDED, TOGETHER);
    }
    if (!pod.scheduled() && pod.deleted()) {
      queue.addAfter(Informer.key(tree), TOGETHER);
    } else if (pod.scheduled() && nodes.get(node(tree)) == null) {
      queue.addAfter(Informer.key(tree), QUARANTINE);
    }
  }

  private final class GoneNodes implements ObjectHandler {
    @Override
    public void added(ObjectNode node) {}

    @Override
    public void updated(ObjectNode before, ObjectNode after) {
      if (outOfService(after) && !outOfService(before)) {
        pods.by(NODE, Meta.name(after)).forEach(pod -> queue.add(Informer.key(pod)));
      }
    }

    @Override
    public void deleted(ObjectNode last) {
      pods.by(NODE, Meta.name(last)).forEach(pod -> queue.addAfter(Informer.key(pod), QUARANTINE));
    }
  }

  private static String node(ObjectNode pod) {
    return Pod.of(pod).spec().nodeName().text();
  }

  /** Whether somebody says that nothing runs on the node any more, and it does not object. */
  private static boolean outOfService(ObjectNode tree) {
    CoreV1.Node node = CoreV1.Node.of(tree);
    boolean ready =
        node.status().conditions().stream()
            .anyMatch(
                each -> each.type().text().equals("Ready") && each.status().text().equals("True"));
    return !ready
        && node.spec().taints().stream()
            .anyMatch(taint -> taint.key().text().equals(OUT_OF_SERVICE));
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    if (key.equals(ENDED)) {
      for (ObjectNode pod : EndedPods.surplus(pods.list(), kept)) {
        ending.end(pod, false);
      }
      return Requeue.NEVER;
    }
    ObjectNode pod = pods.get(key);
    if (pod == null) {
      return Requeue.NEVER;
    }
    boolean deleted = Meta.isBeingDeleted(pod);
    if (node(pod).isEmpty()) {
      if (deleted) {
        ending.end(pod, false);
      }
      return Requeue.NEVER;
    }
    ObjectNode node = nodes.get(node(pod));
    if (node == null && isGone(node(pod))) {
      ending.end(pod, true);
    } else if (node != null && deleted && outOfService(node)) {
      ending.end(pod, false);
    }
    return Requeue.NEVER;
  }

  /** The cache may be behind: the server is asked. */
  private boolean isGone(String node) throws IOException {
    try {
      client.get(ControlledResources.NODES.path("", node));
      return false;
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return true;
      }
      throw e;
    }
  }
}
