package dev.muster.client.events;

import dev.muster.client.api.ApiClient;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.MutableObjectReference;
import dev.muster.views.CoreV1.Pod;
import java.time.InstantSource;
import java.util.Map;

/** What is told of pods, their containers and nodes. */
public final class EventRecorder implements AutoCloseable {
  private final EventBroadcaster broadcaster;

  private EventRecorder(EventBroadcaster broadcaster) {
    this.broadcaster = broadcaster;
  }

  /**
   * Begins to write events in a component's name.
   *
   * @param component who tells, such as {@code kubelet}
   * @param host the node's name; empty for those that belong to no node
   */
  public static EventRecorder start(
      ApiClient client, String component, String host, InstantSource clock) {
    return new EventRecorder(EventBroadcaster.start(client, component, host, clock));
  }

  /** Tells something of a pod. */
  public void pod(Pod pod, EventType type, String reason, String message) {
    pod(pod, type, reason, message, Map.of());
  }

  /**
   * Tells something of a pod.
   *
   * @param annotations of the event itself
   */
  public void pod(
      Pod pod, EventType type, String reason, String message, Map<String, String> annotations) {
    broadcaster.tell(new Sighting(podReference(pod), type, reason, message, annotations));
  }

  /** Tells something of a container. */
  public void container(Pod pod, ContainerSpec of, EventType type, String reason, String message) {
    MutableObjectReference about = podReference(pod).fieldPath(of.fieldPath());
    broadcaster.tell(new Sighting(about, type, reason, message, Map.of()));
  }

  /** Tells something of a node. */
  public void node(String name, EventType type, String reason, String message) {
    MutableObjectReference about =
        MutableObjectReference.create().kind("Node").name(name).uid(name);
    broadcaster.tell(new Sighting(about, type, reason, message, Map.of()));
  }

  private static MutableObjectReference podReference(Pod pod) {
    return MutableObjectReference.create()
        .kind("Pod")
        .namespace(pod.namespace())
        .name(pod.name())
        .uid(pod.uid())
        .apiVersion("v1")
        .resourceVersion(pod.metadata().resourceVersion().text());
  }

  /** What is queued already is still tried for a moment. */
  @Override
  public void close() {
    broadcaster.close();
  }
}
