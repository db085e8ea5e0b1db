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
import dev.muster.views.CoordinationV1.MutableLease;
import dev.muster.views.CoordinationV1.MutableLeaseSpec;
import dev.muster.views.CoreV1.MutableNode;
import dev.muster.views.CoreV1.MutableNodeCondition;
import dev.muster.views.CoreV1.MutableNodeStatus;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.MutableDeleteOptions;
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
    MutableLease lease = MutableLease.create();
    lease.apiVersion("coordination.k8s.io/v1").kind("Lease");
    lease.metadata().replace().name(name).namespace(LEASE_NAMESPACE);
    MutableLeaseSpec spec = lease.spec().replace().holderIdentity(name);
    spec.leaseDurationSeconds(LEASE_SECONDS);
    spec.renewTime(clock.instant().truncatedTo(ChronoUnit.MICROS).toString());
    try {
      client.mergePatch(LEASES.path(LEASE_NAMESPACE, name), lease.tree());
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      client.create(LEASES.path(LEASE_NAMESPACE), lease.tree());
    }
  }

  private void register() throws IOException {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.set("status", status(clock.instant()).tree());
    String path = ControlledResources.NODES.path("", name);
    try {
      client.strategicPatch(path + "/status", patch);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      MutableNode node = MutableNode.create();
      node.apiVersion("v1").kind("Node");
      ObjectNode labels = node.metadata().replace().name(name).labels().map();
      labels.put("kubernetes.io/hostname", name).put("kubernetes.io/os", "linux");
      labels.put("kubernetes.io/arch", "amd64");
      client.create(ControlledResources.NODES.path(), node.tree());
      client.strategicPatch(path + "/status", patch);
    }
  }

  private static MutableNodeStatus status(Instant now) {
    MutableNodeStatus status = MutableNodeStatus.create();
    for (String part : List.of("capacity", "allocatable")) {
      ObjectNode resources = status.tree().putObject(part);
      resources.put("cpu", "64").put("memory", "256Gi").put("pods", "1000");
      resources.put("ephemeral-storage", "1Ti");
    }
    MutableNodeCondition ready = status.conditions().add();
    ready.type("Ready").status("True").reason("Simulated");
    ready.message("pods are not run here, it is only said that they are");
    ready.lastHeartbeatTime(ObjectConditions.time(now));
    ready.lastTransitionTime(ObjectConditions.time(now));
    status.nodeInfo().replace().kubeletVersion("muster-simulated");
    status.features().replace().supplementalGroupsPolicy(true);
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
        MutableDeleteOptions now = MutableDeleteOptions.create().gracePeriodSeconds(0);
        now.preconditions().replace().uid(Meta.uid(pod));
        client.delete(path, now.tree());
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
    MutablePodStatus status = SimulatedStatus.of(pod, addresses.of(pod), clock.instant());
    if (!StatusDifference.covers(Pod.of(pod).status().tree(), status.tree())) {
      ObjectNode patch = JsonNodeFactory.instance.objectNode();
      patch.putObject("metadata").put("uid", Meta.uid(pod));
      patch.set("status", status.tree());
      client.strategicPatch(path + "/status", patch);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
