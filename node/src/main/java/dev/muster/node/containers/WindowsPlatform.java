package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.LinuxPodSandboxConfig;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.cri.v1.WindowsPodSandboxConfig;
import dev.muster.cri.v1.WindowsSandboxSecurityContext;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
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
    JsonNode context = pod.spec().path("securityContext");
    context.path("supplementalGroups").forEach(g -> linux.addSupplementalGroups(g.longValue()));
    LinuxPodSandboxConfig.Builder part =
        LinuxPodSandboxConfig.newBuilder().setSecurityContext(linux);
    for (JsonNode sysctl : context.path("sysctls")) {
      part.putSysctls(sysctl.path("name").asText(), sysctl.path("value").asText());
    }
    out.setLinux(part);
    JsonNode options = context.path("windowsOptions");
    out.setWindows(
        WindowsPodSandboxConfig.newBuilder()
            .setSecurityContext(
                WindowsSandboxSecurityContext.newBuilder()
                    .setHostProcess(hostProcess(pod))
                    .setCredentialSpec(options.path("gmsaCredentialSpec").asText())
                    .setRunAsUsername(options.path("runAsUserName").asText())));
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
    JsonNode ofPod = pod.spec().path("securityContext").path("windowsOptions").path("hostProcess");
    if (ofPod.isBoolean() && !ofPod.booleanValue()) {
      throw ContainerProblem.config(
          "pod must not contain any HostProcess containers if Pod's WindowsOptions.HostProcess is"
              + " set to false");
    }
    return true;
  }

  private static boolean hostProcess(Pod pod, ContainerSpec container) {
    return Effective.of(pod, container).windows("hostProcess").asBoolean();
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
    if (!effective.is("runAsNonRoot")) {
      return;
    }
    JsonNode asked = effective.windows("runAsUserName");
    String user = asked.isTextual() ? asked.textValue() : imageUser;
    if (user.equalsIgnoreCase(ROOT)) {
      throw ContainerProblem.config(
          "container's "
              + (asked.isTextual() ? "runAsUserName" : "runAsUser")
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
