package dev.muster.node.schedule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Reflector;
import dev.muster.node.events.EventRecorder;
import dev.muster.node.podspec.ApiTimes;
import dev.muster.node.podspec.Pod;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds pending pods to nodes, one after the other: of those that fit, the one that suits best. A
 * pod that fits nowhere is told so, less important ones make way for it where that helps, and it is
 * tried again when a node changes or a pod leaves.
 */
public final class Scheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final ApiClient client;
  private final EventRecorder events;
  private final InstantSource clock;
  private final SchedulerQueue queue = new SchedulerQueue();
  private final Thread thread;
  private final List<Reflector> reflectors;

  private Scheduler(ApiClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
    this.events = EventRecorder.start(client, "default-scheduler", "", clock);
    this.reflectors =
        List.of(
            Reflector.start(client, "/api/v1/nodes", "", queue.nodes()),
            Reflector.start(client, "/api/v1/namespaces", "", queue.namespaces()),
            Reflector.start(client, "/apis/policy/v1/poddisruptionbudgets", "", queue.budgets()),
            Reflector.start(client, "/api/v1/pods", "", queue.pods()));
    this.thread = Thread.ofVirtual().name("scheduler").unstarted(this::run);
  }

  public static Scheduler start(ApiClient client, InstantSource clock) {
    Scheduler scheduler = new Scheduler(client, clock);
    scheduler.thread.start();
    return scheduler;
  }

  /** What keeps it from scheduling, if something does. */
  public Optional<String> fault() {
    return thread.isAlive() ? Optional.empty() : Optional.of("the scheduler has stopped");
  }

  private void run() {
    try {
      while (true) {
        Pod pod = queue.take();
        try {
          schedule(pod);
        } catch (IOException e) {
          LOG.debug("not scheduled: pod={} problem={}", pod.key(), e.getMessage());
          queue.again(pod, RETRY);
        } catch (RuntimeException e) {
          LOG.error("not scheduled: pod={}", pod.key(), e);
          queue.again(pod, RETRY);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void schedule(Pod pod) throws IOException {
    switch (queue.place(pod)) {
      case Placement.On on -> bind(pod, on.node());
      case Placement.Nowhere nowhere ->
          refuse(pod, nowhere.message(), nowhere.waits() ? nominated(pod) : "");
      case Placement.Preempting preempting -> {
        for (Pod victim : preempting.victims()) {
          evict(victim, pod, preempting.node());
        }
        refuse(pod, preempting.message(), preempting.node());
      }
    }
  }

  private void bind(Pod pod, String node) throws IOException {
    ObjectNode binding = JsonNodeFactory.instance.objectNode();
    binding.put("kind", "Binding").put("apiVersion", "v1");
    binding
        .putObject("metadata")
        .put("name", pod.name())
        .put("namespace", pod.namespace())
        .put("uid", pod.uid());
    binding.putObject("target").put("kind", "Node").put("name", node);
    try {
      client.create(path(pod) + "/binding", binding);
    } catch (ApiProblem e) {
      queue.release(pod);
      if (e.isNotFound() || e.isConflict()) {
        return;
      }
      throw e;
    }
    events.pod(
        pod, EventType.NORMAL, "Scheduled", "Successfully assigned " + pod.key() + " to " + node);
  }

  /** A pod makes way for another. */
  private void evict(Pod victim, Pod preemptor, String node) throws IOException {
    if (victim.isDeleted()) {
      return;
    }
    String message =
        preemptor.spec().path("schedulerName").asText("default-scheduler")
            + ": preempting to accommodate a higher priority pod";
    ObjectNode condition =
        condition(victim, "DisruptionTarget", "True", "PreemptionByScheduler", message);
    try {
      patchStatus(victim, condition, nominated(victim));
      ObjectNode options = JsonNodeFactory.instance.objectNode();
      options.putObject("preconditions").put("uid", victim.uid());
      client.delete(path(victim), options);
    } catch (ApiProblem e) {
      if (e.isNotFound() || e.isConflict()) {
        return;
      }
      throw e;
    }
    events.pod(
        victim,
        EventType.NORMAL,
        "Preempted",
        "Preempted by pod " + preemptor.uid() + " on node " + node);
  }

  /**
   * @param nominated the node that is to be the pod's own; empty for none
   */
  private void refuse(Pod pod, String message, String nominated) throws IOException {
    boolean known = nominated.equals(nominated(pod));
    for (var condition : pod.status().path("conditions")) {
      if (known
          && condition.path("type").asText().equals("PodScheduled")
          && condition.path("message").asText().equals(message)) {
        return;
      }
    }
    events.pod(pod, EventType.WARNING, "FailedScheduling", message);
    try {
      patchStatus(
          pod, condition(pod, "PodScheduled", "False", "Unschedulable", message), nominated);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }

  private ObjectNode condition(Pod pod, String type, String status, String reason, String message) {
    ObjectNode condition = JsonNodeFactory.instance.objectNode().put("type", type);
    condition.put("status", status).put("reason", reason).put("message", message);
    condition.put("observedGeneration", pod.generation());
    condition.putNull("lastProbeTime").put("lastTransitionTime", ApiTimes.seconds(clock.instant()));
    return condition;
  }

  private void patchStatus(Pod pod, ObjectNode condition, String nominated) throws IOException {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode status = patch.putObject("status");
    status.putArray("conditions").add(condition);
    if (nominated.isEmpty()) {
      status.putNull("nominatedNodeName");
    } else {
      status.put("nominatedNodeName", nominated);
    }
    client.strategicPatch(path(pod) + "/status", patch);
  }

  private static String nominated(Pod pod) {
    return pod.status().path("nominatedNodeName").asText();
  }

  private static String path(Pod pod) {
    return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
  }

  @Override
  public void close() {
    thread.interrupt();
    reflectors.forEach(Reflector::close);
    events.close();
  }
}
