package dev.muster.node.containers;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.LinuxPodSandboxConfig;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.cri.v1.WindowsPodSandboxConfig;
import dev.muster.cri.v1.WindowsSandboxSecurityContext;
import dev.muster.model.field.At;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.Sysctl;
import dev.muster.views.CoreV1.WindowsSecurityContextOptions;
import java.util.Optional;

/**
 * A node with Windows, as kubelet 1.35 asks containerd there. Containers have a Windows part and no
 * Linux part; sandboxes have both, without the ids and labels that Windows does not know.
 *
 * @param cpus of the machine
 */
public record WindowsPlatform(int cpus) implements Platform {
  private static final String HOSTS = "C:\\Windows\\System32\\drivers\\etc\\hosts";
  private static final String ROOT = "ContainerAdministrator";

  @Override
  public void sandbox(
      Pod pod, SupplementalGroupsPolicy policy, UserNamespace users, PodSandboxConfig.Builder out)
      throws ContainerProblem {
    var linux = SecurityContexts.sandbox(pod, policy, users).toBuilder();
    linux.clearRunAsUser().clearRunAsGroup().clearSelinuxOptions().clearSupplementalGroups();
    PodSecurityContext context = pod.spec().securityContext();
    context.supplementalGroups().node().forEach(g -> linux.addSupplementalGroups(g.longValue()));
    LinuxPodSandboxConfig.Builder part =
        LinuxPodSandboxConfig.newBuilder().setSecurityContext(linux);
    for (Sysctl sysctl : context.sysctls()) {
      part.putSysctls(sysctl.name().text(), sysctl.value().text());
    }
    out.setLinux(part);
    WindowsSecurityContextOptions options = context.windowsOptions();
    out.setWindows(
        WindowsPodSandboxConfig.newBuilder()
            .setSecurityContext(
                WindowsSandboxSecurityContext.newBuilder()
                    .setHostProcess(hostProcess(pod))
                    .setCredentialSpec(options.gmsaCredentialSpec().text())
                    .setRunAsUsername(options.runAsUserName().text())));
  }

  /** Whether all containers are processes of the node; some are not possible. */
  private static boolean hostProcess(Pod pod) throws ContainerProblem {
    long asking = pod.allContainers().stream().filter(c -> hostProcess(pod, c)).count();
    if (asking == 0) {
      return false;
    }
    if (asking < pod.allContainers().size()) {
      throw ContainerProblem.config(
          "pod must not contain both HostProcess and non-HostProcess containers");
    }
    if (!pod.hostNetwork()) {
      throw ContainerProblem.config(
          "hostNetwork is required if Pod contains HostProcess containers");
    }
    At ofPod = pod.spec().securityContext().windowsOptions().hostProcess();
    if (ofPod.present() && !ofPod.truth()) {
      throw ContainerProblem.config(
          "pod must not contain any HostProcess containers if Pod's WindowsOptions.HostProcess is"
              + " set to false");
    }
    return true;
  }

  private static boolean hostProcess(Pod pod, ContainerSpec container) {
    return Effective.of(pod, container).hostProcess();
  }

  @Override
  public InPlaceResize.Unsupported resize() {
    return new InPlaceResize.Unsupported("In-place pod resize is not supported on Windows");
  }

  @Override
  public void container(ContainerConfigs.Setting with, ContainerConfig.Builder out)
      throws ContainerProblem {
    String user = with.image().getUsername();
    verify(with.pod(), with.container(), user);
    for (Mount.Builder mount : out.getMountsBuilderList()) {
      String place = mount.getContainerPath();
      boolean absolute = place.startsWith("/") || place.startsWith("\\");
      mount.setContainerPath(absolute ? place : path(place));
    }
    out.setWindows(WindowsConfigs.of(with.pod(), with.container(), user, with.credentials(), cpus));
  }

  /** Windows has no root: its administrator counts as one, however its name is written. */
  private static void verify(Pod pod, ContainerSpec container, String imageUser)
      throws ContainerProblem {
    Effective effective = Effective.of(pod, container);
    if (!effective.runAsNonRoot()) {
      return;
    }
    At asked = effective.runAsUserName();
    String user = asked.textOr(imageUser);
    if (user.equalsIgnoreCase(ROOT)) {
      throw ContainerProblem.config(
          "container's "
              + (asked.present() ? "runAsUserName" : "runAsUser")
              + " ("
              + user
              + ") which will be regarded as root identity and will break non-root policy"
              + RunsAs.where(pod, container));
    }
  }

  @Override
  public Optional<String> hostsFile(ContainerConfigs.Setting with) {
    boolean process = with.pod().allContainers().stream().anyMatch(c -> hostProcess(with.pod(), c));
    return process ? Optional.empty() : Optional.of(HOSTS);
  }

  /** With a drive: a runtime on Windows mounts nowhere else. */
  @Override
  public String path(String path) {
    if (path.contains(":")) {
      return path;
    }
    return path.startsWith("/") || path.startsWith("\\") ? "c:" + path : "c:\\" + path;
  }
}
