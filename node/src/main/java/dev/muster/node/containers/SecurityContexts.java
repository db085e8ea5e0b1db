package dev.muster.node.containers;

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
import dev.muster.model.field.At;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.SELinuxOptions;
import dev.muster.views.CoreV1.SecurityContext;
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
    out.setPrivileged(container.securityContext().privileged().truth());
    out.setNamespaceOptions(namespaces(pod, users));
    if (effective.seLinuxOptions().present()) {
      out.setSelinuxOptions(selinux(effective.seLinuxOptions()));
    }
    if (effective.runAsUser().present()) {
      out.setRunAsUser(int64(effective.runAsUser().number()));
    } else if (image.uid().isPresent()) {
      out.setRunAsUser(int64(image.uid().getAsLong()));
    } else {
      out.setRunAsUsername(image.name());
    }
    if (effective.runAsGroup().present()) {
      out.setRunAsGroup(int64(effective.runAsGroup().number()));
    }
    out.addAllSupplementalGroups(supplementalGroups(pod));
    out.setSupplementalGroupsPolicy(policy);
    out.setReadonlyRootfs(container.securityContext().readOnlyRootFilesystem().truth());
    At escalation = container.securityContext().allowPrivilegeEscalation();
    out.setNoNewPrivs(escalation.present() && !escalation.truth());
    boolean unmasked =
        container.securityContext().procMount().text().equals("Unmasked") || out.getPrivileged();
    if (!unmasked) {
      out.addAllMaskedPaths(GuardedPaths.MASKED).addAllReadonlyPaths(GuardedPaths.READ_ONLY);
    }
    out.setSeccomp(
        profile(
            effective.seccompProfile().type().textOr("Unconfined"),
            effective.seccompProfile().localhostProfile()));
    if (effective.appArmorProfile().present()) {
      out.setApparmor(
          profile(
              effective.appArmorProfile().type().textOr("RuntimeDefault"),
              effective.appArmorProfile().localhostProfile()));
    }
    return out.build();
  }

  static LinuxSandboxSecurityContext sandbox(
      Pod pod, SupplementalGroupsPolicy policy, UserNamespace users) {
    PodSecurityContext context = pod.spec().securityContext();
    LinuxSandboxSecurityContext.Builder out = LinuxSandboxSecurityContext.newBuilder();
    out.setNamespaceOptions(namespaces(pod, users));
    if (context.runAsUser().present()) {
      out.setRunAsUser(int64(context.runAsUser().number()));
    }
    // CRI has no group without a user, and runtimes refuse it
    if (context.runAsGroup().present() && context.runAsUser().present()) {
      out.setRunAsGroup(int64(context.runAsGroup().number()));
    }
    if (context.seLinuxOptions().present()) {
      out.setSelinuxOptions(selinux(context.seLinuxOptions()));
    }
    out.addAllSupplementalGroups(supplementalGroups(pod));
    out.setSupplementalGroupsPolicy(policy);
    out.setPrivileged(
        pod.allContainers().stream().anyMatch(c -> c.securityContext().privileged().truth()));
    out.setSeccomp(
        SecurityProfile.newBuilder().setProfileType(SecurityProfile.ProfileType.RuntimeDefault));
    return out.build();
  }

  /** The file system group counts among them, and comes first. */
  static List<Long> supplementalGroups(Pod pod) {
    PodSecurityContext context = pod.spec().securityContext();
    List<Long> groups = new ArrayList<>();
    if (context.fsGroup().present()) {
      groups.add(context.fsGroup().number());
    }
    context.supplementalGroups().node().forEach(gid -> groups.add(gid.longValue()));
    return groups;
  }

  private static NamespaceOption namespaces(Pod pod, UserNamespace users) {
    PodSpec spec = pod.spec();
    NamespaceMode pid =
        spec.hostPID().truth()
            ? NamespaceMode.NODE
            : spec.shareProcessNamespace().truth() ? NamespaceMode.POD : NamespaceMode.CONTAINER;
    return NamespaceOption.newBuilder()
        .setNetwork(pod.hostNetwork() ? NamespaceMode.NODE : NamespaceMode.POD)
        .setIpc(spec.hostIPC().truth() ? NamespaceMode.NODE : NamespaceMode.POD)
        .setPid(pid)
        .setUsernsOptions(users)
        .build();
  }

  private static Capability capabilities(SecurityContext context) {
    Capability.Builder out = Capability.newBuilder();
    out.addAllAddCapabilities(context.capabilities().add().texts());
    out.addAllDropCapabilities(context.capabilities().drop().texts());
    return out.build();
  }

  private static SELinuxOption selinux(SELinuxOptions options) {
    return SELinuxOption.newBuilder()
        .setUser(options.user().text())
        .setRole(options.role().text())
        .setType(options.type().text())
        .setLevel(options.level().text())
        .build();
  }

  private static SecurityProfile profile(String type, At localhostProfile) {
    SecurityProfile.Builder out = SecurityProfile.newBuilder();
    switch (type) {
      case "RuntimeDefault" -> out.setProfileType(SecurityProfile.ProfileType.RuntimeDefault);
      case "Localhost" ->
          out.setProfileType(SecurityProfile.ProfileType.Localhost)
              .setLocalhostRef(localhostProfile.text());
      default -> out.setProfileType(SecurityProfile.ProfileType.Unconfined);
    }
    return out.build();
  }

  private static Int64Value int64(long value) {
    return Int64Value.newBuilder().setValue(value).build();
  }
}
