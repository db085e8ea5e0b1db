package dev.muster.node.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.node.podspec.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All nodes and pods as last seen, and the pods that wait for a node. A pod that was placed counts
 * on its node at once, before the API server tells so. Thread-safe.
 */
final class SchedulerQueue {
  private final Map<String, ObjectNode> nodes = new LinkedHashMap<>();
  private final Map<String, PlacedPod> pods = new LinkedHashMap<>();

  /** Node names by pod uid: what is bound, and what is being bound. */
  private final Map<String, String> places = new HashMap<>();

  /** Names of nodes by the uids of pods for which others make way there. */
  private final Map<String, String> nominated = new HashMap<>();

  private final Map<String, Map<String, String>> namespaces = new HashMap<>();
  private final Map<String, ObjectNode> budgets = new HashMap<>();
  private final Set<String> active = new HashSet<>();
  private final Set<String> parked = new HashSet<>();

  /** How often no node was found for a pod. */
  private final Map<String, Integer> tries = new HashMap<>();

  Reflector.Listener nodes() {
    return new Reflector.Listener() {
      @Override
      public void replaced(List<ObjectNode> all) {
        synchronized (SchedulerQueue.this) {
          nodes.clear();
          all.forEach(node -> nodes.put(node.path("metadata").path("name").asText(), node));
          retryParked();
        }
      }

      @Override
      public void changed(ObjectNode node) {
        synchronized (SchedulerQueue.this) {
          ObjectNode before = nodes.put(node.path("metadata").path("name").asText(), node);
          if (before == null || matters(before, node)) {
            retryParked();
          }
        }
      }

      @Override
      public void deleted(ObjectNode node) {
        synchronized (SchedulerQueue.this) {
          nodes.remove(node.path("metadata").path("name").asText());
        }
      }
    };
  }

  Reflector.Listener namespaces() {
    return new Kept(
        all -> {
          namespaces.clear();
          all.forEach((name, tree) -> namespaces.put(name, labels(tree)));
        });
  }

  Reflector.Listener budgets() {
    return new Kept(
        all -> {
          budgets.clear();
          budgets.putAll(all);
        });
  }

  private static Map<String, String> labels(ObjectNode tree) {
    Map<String, String> labels = new HashMap<>();
    tree.path("metadata")
        .path("labels")
        .properties()
        .forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
    return labels;
  }

  /** Objects by their names, with their namespaces, if they have any. */
  private final class Kept implements Reflector.Listener {
    private final Map<String, ObjectNode> all = new HashMap<>();
    private final Consumer<Map<String, ObjectNode>> changed;

    Kept(Consumer<Map<String, ObjectNode>> changed) {
      this.changed = changed;
    }

    private static String key(ObjectNode tree) {
      String namespace = tree.path("metadata").path("namespace").asText();
      String name = tree.path("metadata").path("name").asText();
      return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    @Override
    public void replaced(List<ObjectNode> trees) {
      synchronized (SchedulerQueue.this) {
        all.clear();
        trees.forEach(tree -> all.put(key(tree), tree));
        changed.accept(all);
        retryParked();
      }
    }

    @Override
    public void changed(ObjectNode tree) {
      synchronized (SchedulerQueue.this) {
        all.put(key(tree), tree);
        changed.accept(all);
      }
    }

    @Override
    public void deleted(ObjectNode tree) {
      synchronized (SchedulerQueue.this) {
        all.remove(key(tree));
        changed.accept(all);
      }
    }
  }

  private static boolean matters(ObjectNode before, ObjectNode after) {
    return !before.path("spec").equals(after.path("spec"))
        || !before.path("metadata").path("labels").equals(after.path("metadata").path("labels"))
        || !before
            .path("status")
            .path("allocatable")
            .equals(after.path("status").path("allocatable"))
        || !before.path("status").path("features").equals(after.path("status").path("features"));
  }

  Reflector.Listener pods() {
    return new Reflector.Listener() {
      @Override
      public void replaced(List<ObjectNode> all) {
        synchronized (SchedulerQueue.this) {
          Set<String> gone = new HashSet<>(pods.keySet());
          all.forEach(
              tree -> {
                gone.remove(new Pod(tree).uid());
                take(new Pod(tree));
              });
          gone.forEach(SchedulerQueue.this::forget);
        }
      }

      @Override
      public void changed(ObjectNode tree) {
        synchronized (SchedulerQueue.this) {
          take(new Pod(tree));
        }
      }

      @Override
      public void deleted(ObjectNode tree) {
        synchronized (SchedulerQueue.this) {
          forget(new Pod(tree).uid());
        }
      }
    };
  }

  private void take(Pod pod) {
    String uid = pod.uid();
    if (pod.isFinished()) {
      forget(uid);
      return;
    }
    PlacedPod before = pods.get(uid);
    boolean same = before != null && before.pod().spec().equals(pod.spec());
    PlacedPod now = PlacedPod.effective(pod);
    pods.put(uid, now);
    String node = pod.spec().path("nodeName").asText();
    String future = pod.status().path("nominatedNodeName").asText();
    if (node.isEmpty() && !future.isEmpty()) {
      nominated.putIfAbsent(uid, future);
    }
    if (!node.isEmpty()) {
      nominated.remove(uid);
      places.put(uid, node);
      active.remove(uid);
      parked.remove(uid);
      if (before != null && !before.requests().equals(now.requests())) {
        retryParked();
      }
    } else if (waits(pod) && !places.containsKey(uid) && !(same && parked.contains(uid))) {
      active.add(uid);
      notifyAll();
    }
  }

  private static boolean waits(Pod pod) {
    return !pod.isDeleted()
        && pod.spec().path("schedulerName").asText("default-scheduler").equals("default-scheduler")
        && pod.spec().path("schedulingGates").isEmpty();
  }

  private void forget(String uid) {
    pods.remove(uid);
    active.remove(uid);
    parked.remove(uid);
    tries.remove(uid);
    boolean nominee = nominated.remove(uid) != null;
    if (places.remove(uid) != null || nominee) {
      retryParked();
    }
  }

  private void retryParked() {
    active.addAll(parked);
    parked.clear();
    notifyAll();
  }

  /**
   * The most important pod that waits; of these the one that was tried least often, so that pods
   * for which there is never room keep no others waiting; of these the oldest. Blocks until there
   * is one.
   */
  synchronized Pod take() throws InterruptedException {
    while (true) {
      Optional<Pod> next =
          active.stream()
              .map(pods::get)
              .filter(p -> p != null)
              .map(PlacedPod::pod)
              .min(
                  Comparator.comparingLong((Pod p) -> -p.spec().path("priority").asLong())
                      .thenComparingInt(p -> tries.getOrDefault(p.uid(), 0))
                      .thenComparing(p -> p.metadata().path("creationTimestamp").asText())
                      .thenComparing(Pod::key));
      if (next.isPresent()) {
        active.remove(next.get().uid());
        return next.get();
      }
      wait();
    }
  }

  /** Finds a node and counts the pod there; or parks it. */
  synchronized Placement place(Pod pod) {
    PlacedPod candidate = pods.get(pod.uid());
    if (candidate == null) {
      return new Placement.Nowhere("the pod is gone", true);
    }
    ClusterSnapshot snapshot = snapshot(pod);
    Map<String, Misfit> misfits = snapshot.misfits(candidate);
    List<NodeFit> fitting =
        snapshot.nodes().stream().filter(node -> !misfits.containsKey(node.name())).toList();
    Optional<NodeFit> best = NodeScores.best(candidate, fitting, snapshot);
    if (best.isPresent()) {
      nominated.remove(pod.uid());
      places.put(pod.uid(), best.get().name());
      return new Placement.On(best.get().name());
    }
    parked.add(pod.uid());
    tries.merge(pod.uid(), 1, Integer::sum);
    return switch (Preemption.of(candidate, misfits, snapshot)) {
      case Preemption.Outcome.Nobody nobody -> {
        if (!nobody.waits()) {
          nominated.remove(pod.uid());
        }
        yield new Placement.Nowhere(
            Unschedulable.message(misfits.values(), nobody), nobody.waits());
      }
      case Preemption.Outcome.Victims victims -> {
        nominated.put(pod.uid(), victims.node());
        yield new Placement.Preempting(
            victims.node(), victims.pods(), Unschedulable.message(misfits.values()));
      }
    };
  }

  /** With those pods on their future nodes that the pod may not be put before. */
  private ClusterSnapshot snapshot(Pod pod) {
    Map<String, List<PlacedPod>> byNode = new HashMap<>();
    places.forEach((uid, node) -> add(byNode, node, pods.get(uid)));
    nominated.forEach(
        (uid, node) -> {
          PlacedPod other = pods.get(uid);
          if (other != null
              && !uid.equals(pod.uid())
              && !places.containsKey(uid)
              && Preemption.priority(other.pod()) >= Preemption.priority(pod)) {
            add(byNode, node, other);
          }
        });
    return new ClusterSnapshot(
        nodes.values(),
        byNode,
        Collections.unmodifiableMap(new LinkedHashMap<>(namespaces)),
        List.copyOf(budgets.values()));
  }

  private static void add(
      Map<String, List<PlacedPod>> byNode, String node, @Nullable PlacedPod pod) {
    if (pod != null) {
      byNode.computeIfAbsent(node, n -> new ArrayList<>()).add(pod);
    }
  }

  /** A pod that was placed but could not be bound does not count any more. */
  synchronized void release(Pod pod) {
    places.remove(pod.uid());
  }

  /** Tries a pod again after a while. */
  void again(Pod pod, Duration after) {
    release(pod);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                Thread.sleep(after);
              } catch (InterruptedException e) {
                return;
              }
              synchronized (this) {
                if (pods.containsKey(pod.uid())) {
                  active.add(pod.uid());
                  notifyAll();
                }
              }
            });
  }
}
