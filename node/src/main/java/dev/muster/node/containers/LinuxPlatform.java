package dev.muster.node.containers;

import dev.muster.cri.UserOrigin;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.LinuxContainerConfig;
import dev.muster.cri.v1.LinuxPodSandboxConfig;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.cri.v1.WindowsContainerConfig;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Sysctl;
import java.util.Optional;

/**
 * A node with Linux. What is for Windows only is described as well, beside the rest, so that the
 * runtime can refuse it: it is never run as something else.
 *
 * @param memory of the machine, in bytes
 * @param cpus of the machine
 */
public record LinuxPlatform(long memory, int cpus) implements Platform {
  @Override
  public void sandbox(
      Pod pod, SupplementalGroupsPolicy policy, UserNamespace users, PodSandboxConfig.Builder out) {
    LinuxPodSandboxConfig.Builder linux = LinuxPodSandboxConfig.newBuilder();
    linux.setSecurityContext(SecurityContexts.sandbox(pod, policy, users));
    for (Sysctl sysctl : pod.spec().securityContext().sysctls()) {
      linux.putSysctls(sysctl.name().text(), sysctl.value().text());
    }
    out.setLinux(linux);
  }

  @Override
  public void container(ContainerConfigs.Setting with, ContainerConfig.Builder out)
      throws ContainerProblem {
    Pod pod = with.pod();
    ContainerSpec container = with.container();
    RunsAs user = RunsAs.of(with.image());
    user.verify(pod, container);
    windows(with).ifPresent(out::setWindows);
    mapMounts(with.users(), out);
    var security =
        SecurityContexts.container(pod, container, user, with.policy(), with.users()).toBuilder();
    if (!with.target().isEmpty()) {
      security.getNamespaceOptionsBuilder().setPid(NamespaceMode.TARGET).setTargetId(with.target());
    }
    UserOrigin origin = origin(pod, container);
    out.putAllAnnotations(origin.annotation());
    out.putAnnotations(
        AskedIdentity.ANNOTATION, AskedIdentity.text(security.build(), origin, user.whole()));
    out.setLinux(
        LinuxContainerConfig.newBuilder()
            .setResources(Resources.of(pod, container, memory))
            .setSecurityContext(security));
  }

  /**
   * Empty for containers of other systems. Where the pod does not say its system, an account or a
   * process on the node itself tell it; a mere user name is for whoever can use it.
   */
  private Optional<WindowsContainerConfig> windows(ContainerConfigs.Setting with) {
    boolean windows =
        with.pod().spec().os().name().text().equals("windows")
            || with.credentials().isPresent()
            || Effective.of(with.pod(), with.container()).hostProcess();
    return windows
        ? Optional.of(WindowsConfigs.of(with.pod(), with.container(), "", with.credentials(), cpus))
        : Optional.empty();
  }

  private static UserOrigin origin(Pod pod, ContainerSpec container) {
    return Effective.of(pod, container).runAsUser().present() ? UserOrigin.POD : UserOrigin.IMAGE;
  }

  /** Files of volumes belong to the same ids inside as outside, whoever these are on the host. */
  private static void mapMounts(UserNamespace users, ContainerConfig.Builder out) {
    for (Mount.Builder mount : out.getMountsBuilderList()) {
      mount.addAllUidMappings(users.getUidsList()).addAllGidMappings(users.getGidsList());
    }
  }

  @Override
  public InPlaceResize.Supported resize() {
    return (pod, container) -> Resources.of(pod, container, memory);
  }

  @Override
  public Optional<String> hostsFile(ContainerConfigs.Setting with) {
    return windows(with).isPresent() ? Optional.empty() : Optional.of("/etc/hosts");
  }

  @Override
  public String path(String path) {
    return path;
  }
}
