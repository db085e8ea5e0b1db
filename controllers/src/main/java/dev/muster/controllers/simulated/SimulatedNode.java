package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.pods.PodStates;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What one simulated node writes, as that node. */
final class SimulatedNode implements AutoCloseable {
  /** As a kubelet does: often a small Lease, seldom the status. */
  static final Duration RENEW = Duration.ofSeconds(10);

  private static final ApiResource LEASES =
      ApiResource.namespaced("coordination.k8s.io/v1", "leases", "Lease");
  private static final String LEASE_NAMESPACE = "kube-node-lease";
  private static final int LEASE_SECONDS = 40;

  private final String name;
  private final ApiClient client;
  private final SimulatedAddresses addresses;
  private final InstantSource clock;
  private volatile boolean registered;

  SimulatedNode(String name, ApiClient client, SimulatedAddresses addresses, InstantSource clock) {
    this.name = name;
    this.client = client;
    this.addresses = addresses;
    this.clock = clock;
  }

  /** Is there, and says that it still is. */
  void renew() throws IOException {
    if (!registered) {
      register();
      registered = true;
    }
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
    lease.putObject("metadata").put("name", name).put("namespace", LEASE_NAMESPACE);
    ObjectNode spec = lease.putObject("spec").put("holderIdentity", name);
    spec.put("leaseDurationSeconds", LEASE_SECONDS);
    spec.put("renewTime", clock.instant().truncatedTo(ChronoUnit.MICROS).toString());
    try {
      client.mergePatch(LEASES.path(LEASE_NAMESPACE, name), lease);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      client.create(LEASES.path(LEASE_NAMESPACE), lease);
    }
  }

  private void register() throws IOException {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.set("status", status(clock.instant()));
    String path = ControlledResources.NODES.path("", name);
    try {
      client.strategicPatch(path + "/status", patch);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("apiVersion", "v1").put("kind", "Node");
      ObjectNode labels = node.putObject("metadata").put("name", name).putObject("labels");
      labels.put("kubernetes.io/hostname", name).put("kubernetes.io/os", "linux");
      labels.put("kubernetes.io/arch", "amd64");
      client.create(ControlledResources.NODES.path(), node);
      client.strategicPatch(path + "/status", patch);
    }
  }

  private static ObjectNode status(Instant now) {
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
    status.putObject("features").put("supplementalGroupsPolicy", true);
    return status;
  }

  /** Its status says that nobody knows how it is: the next sign of life comes with it. */
  void isUnknown() {
    registered = false;
  }

  /** Says what is to be said of a pod; ends one that is to go. */
  void report(ObjectNode pod) throws IOException {
    String path = ControlledResources.PODS.path(Meta.namespace(pod), Meta.name(pod));
    try {
      if (Meta.isBeingDeleted(pod)) {
        ObjectNode now = JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 0);
        now.putObject("preconditions").put("uid", Meta.uid(pod));
        client.delete(path, now);
      } else if (!PodStates.isFinished(pod)) {
        reportStatus(pod, path);
      }
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }

  private void reportStatus(ObjectNode pod, String path) throws IOException {
    ObjectNode status = SimulatedStatus.of(pod, addresses.of(pod), clock.instant());
    if (!StatusDifference.covers(pod.path("status"), status)) {
      ObjectNode patch = JsonNodeFactory.instance.objectNode();
      patch.putObject("metadata").put("uid", Meta.uid(pod));
      patch.set("status", status);
      client.strategicPatch(path + "/status", patch);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
