package dev.muster.node.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.RuntimeHandler;
import dev.muster.kinds.pods.ResourceNames;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.node.pressure.Pressure;
import dev.muster.node.pressure.Signal;
import dev.muster.views.CoreV1.MutableContainerImage;
import dev.muster.views.CoreV1.MutableNode;
import dev.muster.views.CoreV1.MutableNodeCondition;
import dev.muster.views.CoreV1.MutableNodeRuntimeHandler;
import dev.muster.views.CoreV1.MutableNodeSpec;
import dev.muster.views.CoreV1.MutableNodeStatus;
import dev.muster.views.CoreV1.MutableNodeSystemInfo;
import dev.muster.views.CoreV1.NodeStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the Node object and its status. */
final class NodeObjects {
  private static final int MOST_IMAGES = 50;

  private final MachineIdentity identity;
  private final Machine machine;
  private final EvictionConfig eviction;

  NodeObjects(MachineIdentity identity, Machine machine, EvictionConfig eviction) {
    this.identity = identity;
    this.machine = machine;
    this.eviction = eviction;
  }

  ObjectNode node(ObjectNode status) {
    MutableNode node = MutableNode.create().kind("Node").apiVersion("v1");
    labels(node.metadata().replace().name(identity.name()).labels().map());
    MutableNodeSpec spec = node.spec().replace();
    identity.taints().forEach(taint -> spec.taints().list().add(taint));
    node.status().set(status);
    return node.tree();
  }

  void labels(ObjectNode labels) {
    labels.put("beta.kubernetes.io/arch", machine.architecture());
    labels.put("beta.kubernetes.io/os", "linux");
    labels.put("kubernetes.io/arch", machine.architecture());
    labels.put("kubernetes.io/hostname", identity.name());
    labels.put("kubernetes.io/os", "linux");
    identity.labels().forEach(labels::put);
  }

  /**
   * @param before the status that is there, for times that stay
   */
  ObjectNode status(
      Optional<RuntimeInfo> runtime,
      List<Image> images,
      GroupsPolicySupport groups,
      Set<Pressure> pressures,
      int port,
      NodeStatus before,
      Instant now) {
    MutableNodeStatus status = MutableNodeStatus.create();
    amounts(status.capacity().map(), machine.memory(), machine.storage());
    amounts(
        status.allocatable().map(),
        left(machine.memory(), Signal.MEMORY_AVAILABLE),
        left(machine.storage(), Signal.NODE_FS_AVAILABLE));
    extended(before.capacity().node(), status);
    conditions(runtime, pressures, new NodeConditions(before.conditions(), now))
        .forEach(status.conditions()::add);
    status.addresses().add().type("InternalIP").address(identity.address());
    status.addresses().add().type("Hostname").address(identity.name());
    status.daemonEndpoints().replace().kubeletEndpoint().replace().Port(port);
    info(status.nodeInfo().replace(), runtime);
    images(status, images);
    runtime.ifPresent(r -> handlers(status, r.handlers()));
    if (groups.reportsFeature()) {
      status.features().replace().supplementalGroupsPolicy(groups.runtime());
    }
    return status.tree();
  }

  /** What others say that the node has beside its own: all of it is for pods. */
  private static void extended(JsonNode capacity, MutableNodeStatus status) {
    for (Map.Entry<String, JsonNode> each : capacity.properties()) {
      if (ResourceNames.isExtended(each.getKey())) {
        status.capacity().map().set(each.getKey(), each.getValue());
        status.allocatable().map().set(each.getKey(), each.getValue());
      }
    }
  }

  /** What pods can have before they are evicted. */
  private long left(long capacity, Signal signal) {
    return Math.max(0, capacity - eviction.reserved(signal, capacity));
  }

  private void amounts(ObjectNode to, long memory, long storage) {
    to.put("cpu", Integer.toString(machine.cpus()));
    to.put("ephemeral-storage", storage / 1024 + "Ki");
    to.put("hugepages-1Gi", "0");
    to.put("hugepages-2Mi", "0");
    to.put("memory", memory / 1024 + "Ki");
    to.put("pods", Integer.toString(identity.maxPods()));
  }

  private void info(MutableNodeSystemInfo info, Optional<RuntimeInfo> runtime) {
    info.machineID(machine.machineId()).systemUUID(machine.systemUuid());
    info.bootID(machine.bootId()).kernelVersion(machine.kernel());
    info.osImage(machine.osImage());
    info.containerRuntimeVersion(
        runtime.map(r -> r.name() + "://" + r.version()).orElse("unknown://"));
    info.kubeletVersion(identity.version()).kubeProxyVersion("");
    info.operatingSystem("linux").architecture(machine.architecture());
  }

  private static void images(MutableNodeStatus status, List<Image> images) {
    images.stream()
        .filter(i -> i.getRepoTagsCount() + i.getRepoDigestsCount() > 0)
        .sorted(Comparator.comparingLong(Image::getSize).reversed().thenComparing(Image::getId))
        .limit(MOST_IMAGES)
        .forEach(
            image -> {
              MutableContainerImage one = status.images().add();
              ArrayNode names = one.names().list();
              image.getRepoDigestsList().stream().limit(5).forEach(names::add);
              image.getRepoTagsList().stream().limit(5).forEach(names::add);
              one.sizeBytes(image.getSize());
            });
  }

  private static void handlers(MutableNodeStatus status, List<RuntimeHandler> handlers) {
    for (RuntimeHandler handler : handlers) {
      MutableNodeRuntimeHandler one = status.runtimeHandlers().add();
      if (!handler.getName().isEmpty()) {
        one.name(handler.getName());
      }
      one.features()
          .replace()
          .recursiveReadOnlyMounts(handler.getFeatures().getRecursiveReadOnlyMounts())
          .userNamespaces(handler.getFeatures().getUserNamespaces());
    }
  }

  private static List<MutableNodeCondition> conditions(
      Optional<RuntimeInfo> runtime, Set<Pressure> pressures, NodeConditions conditions) {
    List<MutableNodeCondition> all = new ArrayList<>();
    for (Pressure each : Pressure.values()) {
      all.add(
          pressures.contains(each)
              ? conditions.of(each.condition(), "True", each.reason(true), each.message(true))
              : conditions.of(each.condition(), "False", each.reason(false), each.message(false)));
    }
    Optional<String> problem =
        runtime.isEmpty()
            ? Optional.of("container runtime is down")
            : runtime.get().problem().or(() -> runtime.get().network());
    all.add(
        problem.isEmpty()
            ? conditions.of("Ready", "True", "KubeletReady", "kubelet is posting ready status")
            : conditions.of("Ready", "False", "KubeletNotReady", problem.get()));
    return all;
  }
}
