package dev.muster.node.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.RuntimeHandler;
import dev.muster.kinds.pods.ResourceNames;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.node.pressure.Pressure;
import dev.muster.node.pressure.Signal;
import java.time.Instant;
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
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("kind", "Node").put("apiVersion", "v1");
    ObjectNode metadata = node.putObject("metadata").put("name", identity.name());
    labels(metadata.putObject("labels"));
    node.putObject("spec");
    identity.taints().forEach(taint -> node.withObject("/spec").withArray("taints").add(taint));
    node.set("status", status);
    return node;
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
      JsonNode before,
      Instant now) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    amounts(status.putObject("capacity"), machine.memory(), machine.storage());
    amounts(
        status.putObject("allocatable"),
        left(machine.memory(), Signal.MEMORY_AVAILABLE),
        left(machine.storage(), Signal.NODE_FS_AVAILABLE));
    extended(before.path("capacity"), status);
    status.set("conditions", conditions(runtime, pressures, before.path("conditions"), now));
    ArrayNode addresses = status.putArray("addresses");
    addresses.addObject().put("type", "InternalIP").put("address", identity.address());
    addresses.addObject().put("type", "Hostname").put("address", identity.name());
    status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", (long) port);
    info(status.putObject("nodeInfo"), runtime);
    images(status, images);
    runtime.ifPresent(r -> handlers(status, r.handlers()));
    if (groups.reportsFeature()) {
      status.putObject("features").put("supplementalGroupsPolicy", groups.runtime());
    }
    return status;
  }

  /** What others say that the node has beside its own: all of it is for pods. */
  private static void extended(JsonNode capacity, ObjectNode status) {
    for (Map.Entry<String, JsonNode> each : capacity.properties()) {
      if (ResourceNames.isExtended(each.getKey())) {
        status.withObject("/capacity").set(each.getKey(), each.getValue());
        status.withObject("/allocatable").set(each.getKey(), each.getValue());
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

  private void info(ObjectNode info, Optional<RuntimeInfo> runtime) {
    info.put("machineID", machine.machineId()).put("systemUUID", machine.systemUuid());
    info.put("bootID", machine.bootId()).put("kernelVersion", machine.kernel());
    info.put("osImage", machine.osImage());
    info.put(
        "containerRuntimeVersion",
        runtime.map(r -> r.name() + "://" + r.version()).orElse("unknown://"));
    info.put("kubeletVersion", identity.version()).put("kubeProxyVersion", "");
    info.put("operatingSystem", "linux").put("architecture", machine.architecture());
  }

  private static void images(ObjectNode status, List<Image> images) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    images.stream()
        .filter(i -> i.getRepoTagsCount() + i.getRepoDigestsCount() > 0)
        .sorted(Comparator.comparingLong(Image::getSize).reversed().thenComparing(Image::getId))
        .limit(MOST_IMAGES)
        .forEach(
            image -> {
              ObjectNode one = list.addObject();
              ArrayNode names = one.putArray("names");
              image.getRepoDigestsList().stream().limit(5).forEach(names::add);
              image.getRepoTagsList().stream().limit(5).forEach(names::add);
              one.put("sizeBytes", image.getSize());
            });
    if (!list.isEmpty()) {
      status.set("images", list);
    }
  }

  private static void handlers(ObjectNode status, List<RuntimeHandler> handlers) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (RuntimeHandler handler : handlers) {
      ObjectNode one = list.addObject();
      if (!handler.getName().isEmpty()) {
        one.put("name", handler.getName());
      }
      one.putObject("features")
          .put("recursiveReadOnlyMounts", handler.getFeatures().getRecursiveReadOnlyMounts())
          .put("userNamespaces", handler.getFeatures().getUserNamespaces());
    }
    if (!list.isEmpty()) {
      status.set("runtimeHandlers", list);
    }
  }

  private static ArrayNode conditions(
      Optional<RuntimeInfo> runtime, Set<Pressure> pressures, JsonNode before, Instant now) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    NodeConditions conditions = new NodeConditions(before, now);
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
