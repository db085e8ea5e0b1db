package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cri.GuardedPaths;
import dev.muster.cri.v1.Capability;
import dev.muster.cri.v1.Int64Value;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.LinuxSandboxSecurityContext;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.SELinuxOption;
import dev.muster.cri.v1.SecurityProfile;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import java.util.ArrayList;
import java.util.List;

/** Security contexts of pods and containers, as the runtime takes them. */
final class SecurityContexts {
  private SecurityContexts() {}

  static LinuxContainerSecurityContext container(
      Pod pod,
      ContainerSpec container,
      RunsAs image,
      SupplementalGroupsPolicy policy,
      UserNamespace users) {
    Effective effective = Effective.of(pod, container);
    LinuxContainerSecurityContext.Builder out = LinuxContainerSecurityContext.newBuilder();
    out.setCapabilities(capabilities(container.securityContext()));
    out.setPrivileged(container.securityContext().path("privileged").asBoolean());
    out.setNamespaceOptions(namespaces(pod, users));
    if (effective.get("seLinuxOptions").isObject()) {
      out.setSelinuxOptions(selinux(effective.get("seLinuxOptions")));
    }
    if (effective.number("runAsUser").isPresent()) {
      out.setRunAsUser(int64(effective.number("runAsUser").getAsLong()));
    } else if (image.uid().isPresent()) {
      out.setRunAsUser(int64(image.uid().getAsLong()));
    } else {
      out.setRunAsUsername(image.name());
    }
    effective.number("runAsGroup").ifPresent(gid -> out.setRunAsGroup(int64(gid)));
    out.addAllSupplementalGroups(supplementalGroups(pod));
    out.setSupplementalGroupsPolicy(policy);
    out.setReadonlyRootfs(container.securityContext().path("readOnlyRootFilesystem").asBoolean());
    JsonNode escalation = container.securityContext().path("allowPrivilegeEscalation");
    out.setNoNewPrivs(escalation.isBoolean() && !escalation.booleanValue());
    boolean unmasked =
        container.securityContext().path("procMount").asText().equals("Unmasked")
            || out.getPrivileged();
    if (!unmasked) {
      out.addAllMaskedPaths(GuardedPaths.MASKED).addAllReadonlyPaths(GuardedPaths.READ_ONLY);
    }
    out.setSeccomp(profile(effective.get("seccompProfile"), "Unconfined"));
    if (effective.get("appArmorProfile").isObject()) {
      out.setApparmor(profile(effective.get("appArmorProfile"), "RuntimeDefault"));
    }
    return out.build();
  }

  static LinuxSandboxSecurityContext sandbox(
      Pod pod, SupplementalGroupsPolicy policy, UserNamespace users) {
    JsonNode context = pod.spec().path("securityContext");
    LinuxSandboxSecurityContext.Builder out = LinuxSandboxSecurityContext.newBuilder();
    out.setNamespaceOptions(namespaces(pod, users));
    if (context.has("runAsUser")) {
      out.setRunAsUser(int64(context.path("runAsUser").longValue()));
    }
    // CRI has no group without a user, and runtimes refuse it
    if (context.has("runAsGroup") && context.has("runAsUser")) {
      out.setRunAsGroup(int64(context.path("runAsGroup").longValue()));
    }
    if (context.path("seLinuxOptions").isObject()) {
      out.setSelinuxOptions(selinux(context.path("seLinuxOptions")));
    }
    out.addAllSupplementalGroups(supplementalGroups(pod));
    out.setSupplementalGroupsPolicy(policy);
    out.setPrivileged(
        pod.allContainers().stream()
            .anyMatch(c -> c.securityContext().path("privileged").asBoolean()));
    out.setSeccomp(
        SecurityProfile.newBuilder().setProfileType(SecurityProfile.ProfileType.RuntimeDefault));
    return out.build();
  }

  /** The file system group counts among them, and comes first. */
  static List<Long> supplementalGroups(Pod pod) {
    JsonNode context = pod.spec().path("securityContext");
    List<Long> groups = new ArrayList<>();
    if (context.has("fsGroup")) {
      groups.add(context.path("fsGroup").longValue());
    }
    context.path("supplementalGroups").forEach(gid -> groups.add(gid.longValue()));
    return groups;
  }

  private static NamespaceOption namespaces(Pod pod, UserNamespace users) {
    JsonNode spec = pod.spec();
    NamespaceMode pid =
        spec.path("hostPID").asBoolean()
            ? NamespaceMode.NODE
            : spec.path("shareProcessNamespace").asBoolean()
                ? NamespaceMode.POD
                : NamespaceMode.CONTAINER;
    return NamespaceOption.newBuilder()
        .setNetwork(pod.hostNetwork() ? NamespaceMode.NODE : NamespaceMode.POD)
        .setIpc(spec.path("hostIPC").asBoolean() ? NamespaceMode.NODE : NamespaceMode.POD)
        .setPid(pid)
        .setUsernsOptions(users)
        .build();
  }

  private static Capability capabilities(JsonNode context) {
    Capability.Builder out = Capability.newBuilder();
    context.path("capabilities").path("add").forEach(c -> out.addAddCapabilities(c.asText()));
    context.path("capabilities").path("drop").forEach(c -> out.addDropCapabilities(c.asText()));
    return out.build();
  }

  private static SELinuxOption selinux(JsonNode options) {
    return SELinuxOption.newBuilder()
        .setUser(options.path("user").asText())
        .setRole(options.path("role").asText())
        .setType(options.path("type").asText())
        .setLevel(options.path("level").asText())
        .build();
  }

  private static SecurityProfile profile(JsonNode wanted, String otherwise) {
    String type = wanted.path("type").asText(otherwise);
    SecurityProfile.Builder out = SecurityProfile.newBuilder();
    switch (type) {
      case "RuntimeDefault" -> out.setProfileType(SecurityProfile.ProfileType.RuntimeDefault);
      case "Localhost" ->
          out.setProfileType(SecurityProfile.ProfileType.Localhost)
              .setLocalhostRef(wanted.path("localhostProfile").asText());
      default -> out.setProfileType(SecurityProfile.ProfileType.Unconfined);
    }
    return out.build();
  }

  private static Int64Value int64(long value) {
    return Int64Value.newBuilder().setValue(value).build();
  }
}
