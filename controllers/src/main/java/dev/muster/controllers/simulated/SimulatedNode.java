package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ControllerConnections;
import dev.muster.client.informers.Reflector;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.pods.PodStates;
import dev.muster.controllers.reconcile.ReconcileLoop;
import dev.muster.controllers.reconcile.Requeue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Says of every pod that is bound to it that it runs and is ready, at once. */
public final class SimulatedNode implements AutoCloseable, Reflector.Listener {
  private static final String SELF = "/self";
  private static final Duration RENEW = Duration.ofSeconds(10);

  private final String name;
  private final ApiClient client;
  private final InstantSource clock;
  private final Map<String, ObjectNode> pods = new ConcurrentHashMap<>();
  private final Map<String, String> addresses = new ConcurrentHashMap<>();
  private final AtomicInteger nextAddress = new AtomicInteger(2);
  private final WorkQueue queue = new WorkQueue();
  private final ReconcileLoop loop;
  private final Reflector reflector;

  private SimulatedNode(ControllerConnections connections, String name, InstantSource clock) {
    this.name = name;
    this.client = new ApiClient(connections.node(name));
    this.clock = clock;
    queue.add(SELF);
    this.loop = ReconcileLoop.start("simulated " + name, 8, queue, this::reconcile);
    String mine = "fieldSelector=spec.nodeName%3D" + name;
    this.reflector = Reflector.start(client, ControlledResources.PODS.path(), mine, this);
  }

  public static SimulatedNode start(
      ControllerConnections connections, String name, InstantSource clock) {
    return new SimulatedNode(connections, name, clock);
  }

  @Override
  public void replaced(List<ObjectNode> all) {
    pods.clear();
    all.forEach(this::changed);
  }

  @Override
  public void changed(ObjectNode pod) {
    String key = Meta.namespace(pod) + "/" + Meta.name(pod);
    pods.put(key, pod);
    queue.add(key);
  }

  @Override
  public void deleted(ObjectNode last) {
    pods.remove(Meta.namespace(last) + "/" + Meta.name(last));
    addresses.remove(Meta.uid(last));
  }

  private Requeue reconcile(String key) throws IOException {
    if (key.equals(SELF)) {
      renew();
      return Requeue.after(RENEW);
    }
    ObjectNode pod = pods.get(key);
    if (pod == null) {
      return Requeue.NEVER;
    }
    String path = ControlledResources.PODS.path(Meta.namespace(pod), Meta.name(pod));
    try {
      if (Meta.isBeingDeleted(pod)) {
        ObjectNode now = JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 0);
        now.putObject("preconditions").put("uid", Meta.uid(pod));
        client.delete(path, now);
      } else if (!PodStates.isFinished(pod)) {
        report(pod, path);
      }
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
    return Requeue.NEVER;
  }

  private void report(ObjectNode pod, String path) throws IOException {
    String address = addresses.computeIfAbsent(Meta.uid(pod), uid -> address());
    ObjectNode status = SimulatedStatus.of(pod, address, clock.instant());
    if (SimulatedStatus.differs(pod, status)) {
      ObjectNode patch = JsonNodeFactory.instance.objectNode();
      patch.putObject("metadata").put("uid", Meta.uid(pod));
      patch.set("status", status);
      client.strategicPatch(path + "/status", patch);
    }
  }

  /** From a range for benchmarks, where nothing answers. */
  private String address() {
    int number = nextAddress.getAndIncrement();
    int host = (name.hashCode() & 0x1ff) << 8 ^ number;
    return "198.%d.%d.%d".formatted(18 + (host >> 16 & 1), host >> 8 & 0xff, host & 0xff);
  }

  private void renew() throws IOException {
    ObjectNode status = nodeStatus(clock.instant());
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.set("status", status);
    String path = ControlledResources.NODES.path("", name);
    try {
      client.strategicPatch(path + "/status", patch);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("apiVersion", "v1").put("kind", "Node");
      ObjectNode metadata = node.putObject("metadata").put("name", name);
      ObjectNode labels = metadata.putObject("labels");
      labels.put("kubernetes.io/hostname", name).put("kubernetes.io/os", "linux");
      labels.put("kubernetes.io/arch", "amd64");
      client.create(ControlledResources.NODES.path(), node);
      client.strategicPatch(path + "/status", patch);
    }
  }

  private static ObjectNode nodeStatus(Instant now) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    for (String part : List.of("capacity", "allocatable")) {
      ObjectNode resources = status.putObject(part);
      resources.put("cpu", "64").put("memory", "256Gi").put("pods", "1000");
      resources.put("ephemeral-storage", "1Ti");
    }
    ObjectNode ready = status.putArray("conditions").addObject();
    ready.put("type", "Ready").put("status", "True").put("reason", "Simulated");
    ready.put("message", "pods are not run here, it is only said that they are");
    ready.put("lastHeartbeatTime", ObjectConditions.time(now));
    ready.put("lastTransitionTime", ObjectConditions.time(now));
    status.putObject("nodeInfo").put("kubeletVersion", "muster-simulated");
    return status;
  }

  @Override
  public void close() {
    reflector.close();
    loop.close();
    client.close();
  }
}
