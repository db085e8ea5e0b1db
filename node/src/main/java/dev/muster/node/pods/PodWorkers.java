package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Reflector;
import dev.muster.node.eviction.EvictablePods;
import dev.muster.node.eviction.Eviction;
import dev.muster.node.eviction.NodePressure;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.machine.SysctlAllowlist;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.podspec.Pod;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.CriLabels;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All pods of this node and their workers. Thread-safe. */
public final class PodWorkers implements EvictablePods, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PodWorkers.class);

  private final PodTools tools;
  private final PodAdmission admission;
  private final ResizeDecisions resizes;
  private final Runnable newestNode;
  private final PodCleanup cleanup;
  private final Map<String, PodWorker> workers = new LinkedHashMap<>();
  private final Map<String, Pod> mirrors = new ConcurrentHashMap<>();
  private volatile Runnable mirrorLost = () -> {};
  private boolean closed;

  /**
   * @param node the node as the API server knew it
   * @param newestNode asks the API server for it again
   */
  public PodWorkers(
      PodTools tools,
      Supplier<ObjectNode> node,
      Runnable newestNode,
      Supplier<GroupsPolicySupport> groups,
      SysctlAllowlist sysctls,
      NodePressure pressure) {
    this.tools = tools;
    this.newestNode = newestNode;
    this.admission = new PodAdmission(node, groups, sysctls, pressure);
    this.resizes = new ResizeDecisions(tools, admission, node);
    this.cleanup = new PodCleanup(tools);
    tools.metrics().gauge(NodeMetrics.Metric.DESIRED_PODS, this::desired, "static", "");
    tools
        .metrics()
        .gauge(
            NodeMetrics.Metric.RUNNING_PODS,
            () -> tools.states().all().stream().filter(v -> v.readySandbox().isPresent()).count());
    tools
        .metrics()
        .gauge(
            NodeMetrics.Metric.RUNNING_CONTAINERS,
            () -> tools.states().all().stream().mapToLong(v -> v.running().size()).sum(),
            "container_state",
            "running");
  }

  private synchronized long desired() {
    return workers.values().stream().filter(w -> !w.pod().isFinished()).count();
  }

  /** Takes the API server's pods in. */
  public Reflector.Listener listener() {
    return new Reflector.Listener() {
      @Override
      public void replaced(List<ObjectNode> all) {
        Set<String> present = new HashSet<>();
        all.forEach(
            tree -> {
              Pod pod = Pod.ofApi(tree);
              present.add(pod.isMirror() ? pod.annotation(Pod.MIRROR) : pod.uid());
              changed(tree);
            });
        mirrors.values().removeIf(mirror -> !present.contains(mirror.annotation(Pod.MIRROR)));
        removeOthers(present);
        resizeAll();
      }

      @Override
      public void changed(ObjectNode tree) {
        Pod pod = Pod.ofApi(tree);
        if (pod.isMirror()) {
          show(pod);
        } else {
          put(pod);
        }
      }

      @Override
      public void deleted(ObjectNode tree) {
        Pod pod = Pod.ofApi(tree);
        if (pod.isMirror()) {
          mirrors.remove(pod.key());
          mirrorLost.run();
        } else {
          remove(pod.uid());
        }
      }
    };
  }

  /** The API's picture of a static pod: there its status goes. */
  private synchronized void show(Pod mirror) {
    PodWorker worker = workers.get(mirror.annotation(Pod.MIRROR));
    mirrors.put(mirror.key(), mirror);
    if (mirror.isDeleted() || worker == null) {
      mirrorLost.run();
    } else {
      worker.show(mirror);
    }
  }

  /** All that the API shows of static pods, also of such as are no more. */
  public List<Pod> mirrors() {
    return List.copyOf(mirrors.values());
  }

  /** Told when the API's picture of a static pod goes, or is of none; must not block. */
  public void onMirrorLost(Runnable lost) {
    mirrorLost = lost;
  }

  /** The API's picture of a static pod of this name, as last seen. */
  public Optional<Pod> mirror(Pod of) {
    return Optional.ofNullable(mirrors.get(of.key()));
  }

  /** A pod that is new or has changed. */
  public void put(Pod pod) {
    PodWorker started;
    Optional<PodAdmission.Rejection> rejection;
    synchronized (this) {
      if (closed) {
        return;
      }
      PodWorker worker = workers.get(pod.uid());
      if (worker != null) {
        worker.update(pod);
        resize(worker);
        return;
      }
      started = new PodWorker(pod, tools, this::retryResizes, this::done);
      boolean fresh =
          !pod.isFinished() && !pod.isDeleted() && tools.states().of(pod.uid()).isEmpty();
      rejection = fresh ? admission.check(pod, active()) : Optional.empty();
      workers.put(pod.uid(), started);
    }
    if (rejection.isPresent()) {
      rejection = checkAgain(pod, started);
    }
    rejection.ifPresent(
        why -> {
          tools.events().pod(pod, EventType.WARNING, why.reason(), why.message());
          tools.metrics().count(NodeMetrics.Metric.ADMISSION_REJECTIONS, "reason", why.reason());
          started.reject(why);
        });
    if (rejection.isEmpty() && !pod.isFinished() && !pod.isDeleted()) {
      allocate(started);
    }
    started.start();
  }

  /** A pod that the node takes in has what it asks for, unless it was granted less before. */
  private void allocate(PodWorker started) {
    try {
      tools.allocations().allocate(started.pod());
    } catch (IOException e) {
      LOG.warn("resources not written down: pod={} problem={}", started.pod().key(), e.toString());
    }
  }

  /** Decides on what a pod asks for beyond its grant; what it gives back may be others'. */
  private synchronized void resize(PodWorker worker) {
    if (decide(worker)) {
      retryResizes();
    }
  }

  /** Not before all pods are known: what one has is no longer there for another. */
  private synchronized void resizeAll() {
    workers.values().stream()
        .filter(worker -> worker.isActive() && worker.mayResize())
        .sorted(resizes.order())
        .toList()
        .forEach(this::decide);
  }

  private boolean decide(PodWorker worker) {
    List<ObjectNode> before = worker.resize().list();
    boolean granted = resizes.decide(worker.desired(), worker.resize(), others(worker));
    if (granted || !before.equals(worker.resize().list())) {
      worker.lookAtAllocation();
    }
    return granted;
  }

  /** There may be room now for what pods wait for. */
  private synchronized void retryResizes() {
    workers.values().stream()
        .filter(worker -> worker.isActive() && worker.resize().isDeferred())
        .sorted(resizes.order())
        .toList()
        .forEach(this::decide);
  }

  private List<Pod> others(PodWorker own) {
    return workers.values().stream()
        .filter(each -> each != own && each.isActive())
        .map(PodWorker::pod)
        .toList();
  }

  /** By the node as it is now: the one at hand may be older than the binding. */
  private Optional<PodAdmission.Rejection> checkAgain(Pod pod, PodWorker own) {
    newestNode.run();
    synchronized (this) {
      return admission.check(pod, others(own));
    }
  }

  @Override
  public synchronized List<Pod> active() {
    return workers.values().stream().filter(PodWorker::isActive).map(PodWorker::pod).toList();
  }

  @Override
  public synchronized boolean evict(Pod pod, Eviction why) {
    PodWorker worker = workers.get(pod.uid());
    return worker != null && worker.evict(why);
  }

  @Override
  public synchronized boolean isCleanedUp(Pod pod) {
    PodWorker worker = workers.get(pod.uid());
    return worker == null || worker.isReleased();
  }

  @Override
  public void removeEnded() {
    for (PodWorker worker : current()) {
      // INVARIANT: its status is with the API server, so that nothing is known only by what goes
      if (worker.isReleased() && worker.pod().isFinished()) {
        cleanup.removeFromRuntime(tools.states().of(worker.pod().uid()));
      }
    }
  }

  /** A pod that is gone. */
  public synchronized void remove(String uid) {
    PodWorker worker = workers.get(uid);
    if (worker != null) {
      worker.remove();
    }
  }

  /** What the runtime runs for pods that nobody knows of goes. */
  private void removeOthers(Set<String> present) {
    synchronized (this) {
      workers.forEach(
          (uid, worker) -> {
            if (!present.contains(uid) && !worker.pod().isStatic()) {
              worker.remove();
            }
          });
    }
    for (PodView view : tools.states().all()) {
      if (!present.contains(view.uid())) {
        removeOrphan(view);
      }
    }
    for (String uid : tools.volumes().uids()) {
      if (!present.contains(uid) && !isKnown(uid)) {
        cleanup.removeFiles(uid);
      }
    }
  }

  private synchronized boolean isKnown(String uid) {
    return closed || workers.containsKey(uid);
  }

  private synchronized void removeOrphan(PodView view) {
    if (closed || workers.containsKey(view.uid())) {
      return;
    }
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.putObject("metadata")
        .put("uid", view.uid())
        .put("namespace", view.namespace())
        .put("name", view.name());
    PodWorker worker = new PodWorker(new Pod(tree), tools, this::retryResizes, this::done);
    workers.put(view.uid(), worker);
    worker.remove();
    worker.start();
  }

  private synchronized void done(PodWorker worker) {
    workers.remove(worker.pod().uid());
    retryResizes();
  }

  /** Something about a pod's containers has changed. */
  public void ring(String uid) {
    PodWorker worker;
    synchronized (this) {
      worker = workers.get(uid);
    }
    if (worker != null) {
      worker.ring();
    }
  }

  public synchronized void ringAll() {
    workers.values().forEach(PodWorker::ring);
  }

  public synchronized Optional<Pod> find(String namespace, String name) {
    return workers.values().stream()
        .map(PodWorker::pod)
        .filter(p -> p.name().equals(name) && p.namespace().equals(namespace))
        .reduce((first, second) -> second);
  }

  public synchronized Collection<Pod> all() {
    return workers.values().stream().map(PodWorker::pod).toList();
  }

  /**
   * Ends the workers and all containers, and takes volumes down; the pods stay as they are in the
   * API, and run again with the next agent.
   *
   * @param longest that a container may take to end
   */
  public void stopAll(Duration longest) throws InterruptedException {
    close();
    for (PodWorker worker : current()) {
      worker.join(longest);
    }
    List<Thread> stops = new ArrayList<>();
    for (PodView view : tools.states().all()) {
      stops.add(Thread.ofVirtual().start(() -> stop(view, longest)));
    }
    for (Thread stop : stops) {
      stop.join();
    }
    // what is left belongs to pods that had nothing in the runtime yet
    tools.volumes().uids().forEach(tools.volumes()::release);
  }

  private synchronized List<PodWorker> current() {
    return List.copyOf(workers.values());
  }

  private void stop(PodView view, Duration longest) {
    try {
      List<Thread> kills = new ArrayList<>();
      for (ContainerView running : view.running()) {
        long asked =
            Long.parseLong(running.annotations().getOrDefault(CriLabels.GRACE_PERIOD, "30"));
        long grace = Math.min(asked, longest.toSeconds());
        kills.add(Thread.ofVirtual().start(() -> stop(running, grace)));
      }
      for (Thread kill : kills) {
        kill.join();
      }
      for (SandboxView sandbox : view.sandboxes()) {
        tools.runtime().stopSandbox(sandbox.id());
      }
      tools.volumes().release(view.uid());
    } catch (RuntimeProblem e) {
      LOG.warn("pod not stopped: {}/{}: {}", view.namespace(), view.name(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop(ContainerView running, long grace) {
    try {
      tools.runtime().stopContainer(running.id(), grace);
    } catch (RuntimeProblem e) {
      LOG.warn("container not stopped: {}: {}", running.name(), e.getMessage());
    }
  }

  /** Ends the workers; what runs goes on. */
  @Override
  public synchronized void close() {
    closed = true;
    workers.values().forEach(PodWorker::close);
  }
}
