package dev.muster.node.pods;

import dev.muster.views.CoreV1.Pod;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The workers of this node's pods, by uid. Thread-safe.
 *
 * <p>INVARIANT (room): whoever decides that there is room for a pod does so and counts it in one
 * turn of this object's monitor; what one pod was granted is not there for another.
 */
public final class PodWorkers implements AutoCloseable {
  private final Map<String, PodWorker> workers = new LinkedHashMap<>();
  private final PodAlarms alarms;
  private boolean closed;

  public PodWorkers(PodAlarms alarms) {
    this.alarms = alarms;
  }

  /** False if there are to be no more. */
  synchronized boolean add(PodWorker worker) {
    if (!closed) {
      workers.put(worker.uid(), worker);
    }
    return !closed;
  }

  synchronized void forget(PodWorker gone) {
    workers.remove(gone.uid());
    alarms.remove(gone.uid());
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized Optional<PodWorker> of(String uid) {
    return Optional.ofNullable(workers.get(uid));
  }

  synchronized List<PodWorker> current() {
    return List.copyOf(workers.values());
  }

  /** The pods that take room beside one. */
  synchronized List<Pod> others(PodWorker own) {
    return workers.values().stream()
        .filter(each -> each != own && each.isActive())
        .map(PodWorker::pod)
        .toList();
  }

  /** The pods that take room. */
  synchronized List<Pod> active() {
    return workers.values().stream().filter(PodWorker::isActive).map(PodWorker::pod).toList();
  }

  /** The pod is gone from where it came from. */
  public void remove(String uid) {
    of(uid).ifPresent(PodWorker::remove);
  }

  /** The newest pod of this name. */
  public synchronized Optional<Pod> find(String namespace, String name) {
    return workers.values().stream()
        .map(PodWorker::pod)
        .filter(p -> p.name().equals(name) && p.namespace().equals(namespace))
        .reduce((first, second) -> second);
  }

  public synchronized Collection<Pod> all() {
    return workers.values().stream().map(PodWorker::pod).toList();
  }

  /** Ends the workers; what runs goes on. */
  @Override
  public synchronized void close() {
    closed = true;
    workers.values().forEach(PodWorker::close);
  }
}
