package dev.muster.scheduler;

import dev.muster.views.CoreV1.Pod;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as last seen, and the pods that wait for a node. A pod that was placed counts on its
 * node at once, before the API server tells so. Thread-safe.
 */
final class SchedulerCache {
  private final InstantSource clock;
  private final ClusterState cluster = new ClusterState();
  private final SchedulingQueue queue = new SchedulingQueue();
  private final Map<String, PlacedPod> pods = new HashMap<>();

  private final Nominations nominated = new Nominations();

  SchedulerCache(InstantSource clock) {
    this.clock = clock;
  }

  /** Changes what is known; pods that wait are tried again if what happened may help them. */
  synchronized void change(Function<ClusterState, Optional<ClusterEvent>> what) {
    what.apply(cluster).ifPresent(this::tell);
  }

  private void tell(ClusterEvent event) {
    queue.move(event, clock.millis());
    notifyAll();
  }

  synchronized Set<String> uids() {
    return new HashSet<>(pods.keySet());
  }

  /** A pod that is new or has changed. */
  synchronized void put(Pod pod) {
    String uid = pod.uid();
    if (pod.isFinished()) {
      forget(uid);
      return;
    }
    PlacedPod before = pods.get(uid);
    PlacedPod now = PlacedPod.effective(pod);
    pods.put(uid, now);
    String node = pod.spec().nodeName().text();
    if (!node.isEmpty()) {
      bound(now, node, before);
      return;
    }
    String future = pod.status().nominatedNodeName().text();
    if (!future.isEmpty() && !cluster.isPlaced(uid)) {
      nominated.putIfAbsent(uid, future);
    }
    if (!waits(pod)) {
      queue.remove(uid);
    } else if (!cluster.isPlaced(uid) && !(queue.has(uid) && isSame(before, now))) {
      queue.add(pod);
      notifyAll();
    }
  }

  private void bound(PlacedPod pod, String node, @Nullable PlacedPod before) {
    String uid = pod.pod().uid();
    boolean news = !cluster.isPlaced(uid);
    nominated.remove(uid);
    queue.remove(uid);
    cluster.place(pod, node);
    if (before != null && !before.requests().equals(pod.requests())) {
      tell(ClusterEvent.POD_LEFT);
    }
    if (news || before != null && !before.labels().equals(pod.labels())) {
      tell(ClusterEvent.POD_PLACED);
    }
  }

  private static boolean isSame(@Nullable PlacedPod before, PlacedPod now) {
    return before != null
        && before.pod().spec().tree().equals(now.pod().spec().tree())
        && before.labels().equals(now.labels());
  }

  private static boolean waits(Pod pod) {
    return !pod.isDeleted()
        && pod.spec().schedulerName().textOr("default-scheduler").equals("default-scheduler")
        && pod.spec().schedulingGates().isEmpty();
  }

  /** A pod that is gone. */
  synchronized void forget(String uid) {
    pods.remove(uid);
    queue.remove(uid);
    boolean kept = nominated.remove(uid);
    if (cluster.remove(uid) || kept) {
      tell(ClusterEvent.POD_LEFT);
    }
  }

  /** The pod whose turn it is. Blocks until there is one. */
  synchronized Pod take() throws InterruptedException {
    while (true) {
      Optional<String> next = queue.poll(clock.millis());
      if (next.isPresent()) {
        PlacedPod pod = pods.get(next.get());
        if (pod != null) {
          return pod.pod();
        }
        queue.remove(next.get());
        continue;
      }
      OptionalLong due = queue.nextDue();
      wait(due.isPresent() ? Math.max(1, due.getAsLong() - clock.millis()) : 0);
    }
  }

  /** Finds a node and counts the pod there; or keeps it until that may have changed. */
  synchronized Placement place(Pod pod) {
    String uid = pod.uid();
    PlacedPod candidate = pods.get(uid);
    if (candidate == null) {
      return new Placement.Nowhere("the pod is gone", true);
    }
    PodFilters filters = new PodFilters(candidate, cluster, nominated.before(candidate, pods));
    Map<String, Misfit> misfits = filters.misfits();
    List<NodeFit> fitting =
        filters.nodes().stream().filter(node -> !misfits.containsKey(node.name())).toList();
    Optional<NodeFit> best = NodeScores.best(candidate, fitting, cluster);
    if (best.isPresent()) {
      nominated.remove(uid);
      cluster.place(candidate, best.get().name());
      tell(ClusterEvent.POD_PLACED);
      return new Placement.On(best.get().name());
    }
    queue.unschedulable(uid, ClusterEvent.against(misfits.values()), clock.millis());
    return nowhere(filters, misfits);
  }

  private Placement nowhere(PodFilters filters, Map<String, Misfit> misfits) {
    String uid = filters.candidate().pod().uid();
    return switch (Preemption.of(filters, misfits)) {
      case Preemption.Outcome.Nobody nobody -> {
        if (!nobody.waits()) {
          nominated.remove(uid);
        }
        yield new Placement.Nowhere(
            Unschedulable.message(misfits.values(), nobody), nobody.waits());
      }
      case Preemption.Outcome.Victims victims -> {
        nominated.put(uid, victims.node());
        yield new Placement.Preempting(
            victims.node(), victims.pods(), Unschedulable.message(misfits.values()));
      }
    };
  }

  /** The API server has heard of the pod's node. */
  synchronized void bound(Pod pod) {
    queue.remove(pod.uid());
  }

  /** A pod that was placed is not to be bound any more: it does not count there. */
  synchronized void release(Pod pod) {
    queue.remove(pod.uid());
    leave(pod.uid());
  }

  /** What was decided for a pod could not be done: it is tried again after a while. */
  synchronized void retry(Pod pod) {
    leave(pod.uid());
    queue.failed(pod.uid(), clock.millis());
    notifyAll();
  }

  /** Unless the API server has told meanwhile that it has its node. */
  private void leave(String uid) {
    PlacedPod now = pods.get(uid);
    boolean bound = now != null && !now.pod().spec().nodeName().text().isEmpty();
    if (!bound && cluster.remove(uid)) {
      tell(ClusterEvent.POD_LEFT);
    }
  }
}
