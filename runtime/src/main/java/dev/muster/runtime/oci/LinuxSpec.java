package dev.muster.runtime.oci;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.GuardedPaths;
import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.runtime.refusal.Refused;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The whole specification of a Linux container. */
public final class LinuxSpec {
  static final ObjectMapper JSON = new ObjectMapper();

  private LinuxSpec() {}

  public static ObjectNode of(ContainerPlan plan) throws Refused {
    LinuxContainerSecurityContext context = plan.config().getLinux().getSecurityContext();
    if (plan.privileged() && !plan.pod().privileged()) {
      throw Refused.invalid("privileged: the sandbox is not privileged");
    }
    LinuxCapabilities capabilities =
        LinuxCapabilities.of(
            context.getCapabilities(), plan.privileged(), plan.host().capabilities());
    ObjectNode spec = JSON.createObjectNode().put("ociVersion", "1.0.2");
    spec.set("process", ProcessSpec.of(plan, capabilities));
    spec.putObject("root")
        .put("path", plan.root().toString())
        .put("readonly", context.getReadonlyRootfs());
    MountSpecs mounts = new MountSpecs(plan);
    spec.set("mounts", mounts.all());
    ObjectNode annotations = spec.putObject("annotations");
    new TreeMap<>(plan.annotations()).forEach(annotations::put);
    ObjectNode linux = spec.putObject("linux");
    linux.put("cgroupsPath", plan.cgroup());
    if (!mounts.propagation().isEmpty()) {
      linux.put("rootfsPropagation", mounts.propagation());
    }
    ObjectNode resources = ResourceSpec.of(plan.config().getLinux().getResources(), plan.host());
    linux.set("resources", resources);
    DeviceSpecs.write(linux, resources, plan);
    namespaces(linux, plan, context.getNamespaceOptions());
    if (!plan.privileged()) {
      SeccompProfiles.write(linux, context, capabilities);
      paths(linux, plan, context);
    }
    return spec;
  }

  /**
   * CRI cannot tell "no masks" from "none said": only in a user namespace, where Kubernetes allows
   * an unmasked /proc, an empty list means none.
   */
  private static void paths(
      ObjectNode linux, ContainerPlan plan, LinuxContainerSecurityContext context) {
    boolean said =
        plan.pod().users().isPresent()
            || context.getMaskedPathsCount() + context.getReadonlyPathsCount() > 0;
    ArrayNode masked = linux.putArray("maskedPaths");
    (said ? context.getMaskedPathsList() : GuardedPaths.MASKED).forEach(masked::add);
    ArrayNode readOnly = linux.putArray("readonlyPaths");
    (said ? context.getReadonlyPathsList() : GuardedPaths.READ_ONLY).forEach(readOnly::add);
  }

  private static void namespaces(ObjectNode linux, ContainerPlan plan, NamespaceOption options)
      throws Refused {
    PodPlace pod = plan.pod();
    ArrayNode list = linux.putArray("namespaces");
    list.addObject().put("type", "mount");
    join(list, "network", pod.network());
    join(list, "ipc", pod.ipc());
    join(list, "uts", pod.uts());
    if (pod.users().isPresent()) {
      join(list, "user", pod.users());
      mappings(linux.putArray("uidMappings"), pod.uids());
      mappings(linux.putArray("gidMappings"), pod.gids());
    }
    if (plan.host().unifiedCgroups() && !plan.privileged()) {
      list.addObject().put("type", "cgroup");
    }
    if (options.getPid() == NamespaceMode.UNRECOGNIZED) {
      throw Refused.invalid("namespace_options.pid: unknown mode");
    }
    switch (options.getPid()) {
      case CONTAINER -> list.addObject().put("type", "pid");
      case POD -> join(list, "pid", pod.pid());
      case TARGET -> join(list, "pid", plan.targetPid());
      case NODE, UNRECOGNIZED -> {}
    }
  }

  private static void join(ArrayNode list, String type, Optional<Path> namespace) {
    namespace.ifPresent(path -> list.addObject().put("type", type).put("path", path.toString()));
  }

  static void mappings(ArrayNode array, List<IDMapping> mappings) {
    for (IDMapping each : mappings) {
      array
          .addObject()
          .put("containerID", each.getContainerId() & 0xffffffffL)
          .put("hostID", each.getHostId() & 0xffffffffL)
          .put("size", each.getLength() & 0xffffffffL);
    }
  }
}
