package dev.muster.runtime.pods;

import dev.muster.cri.UserOrigin;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.IdentityException;
import dev.muster.identity.IdentityRequest;
import dev.muster.identity.ImageUser;
import dev.muster.runtime.oci.WindowsRequest;
import dev.muster.runtime.refusal.Refused;
import java.nio.file.Path;
import java.util.Optional;

/** What a request for a container must satisfy before anything is made. */
final class ContainerRequest {
  private ContainerRequest() {}

  /**
   * @param pod what its sandbox was made with
   */
  static void check(ContainerConfig config, NamespaceOption pod) throws Refused {
    SandboxRequest.name("metadata.name", config.getMetadata().getName());
    if (config.getImage().getImage().isEmpty()) {
      throw Refused.invalid("image.image: required");
    }
    String log = config.getLogPath();
    if (log.startsWith("/")
        || log.indexOf('\0') >= 0
        || Path.of(log).normalize().startsWith("..")) {
      throw Refused.invalid("log_path: \"" + log + "\" leads out of the log directory");
    }
    if (config.hasWindows()) {
      WindowsRequest.check(config.getWindows());
    }
    LinuxContainerSecurityContext context = config.getLinux().getSecurityContext();
    // INVARIANT: nobody is given the node's processes who did not ask for them
    if (!config.hasWindows()
        && context.getNamespaceOptions().getPid() == NamespaceMode.POD
        && pod.getPid() == NamespaceMode.CONTAINER) {
      throw Refused.invalid(
          "namespace_options.pid: POD, but its sandbox was made with CONTAINER: there are no"
              + " processes to share");
    }
    if (context.hasRunAsGroup()
        && !context.hasRunAsUser()
        && context.getRunAsUsername().isEmpty()) {
      throw Refused.invalid(
          "run_as_group: user group "
              + context.getRunAsGroup().getValue()
              + " is specified without user");
    }
    if (context.getSupplementalGroupsPolicy() == SupplementalGroupsPolicy.UNRECOGNIZED) {
      throw Refused.invalid(
          "supplemental_groups_policy: unknown policy "
              + context.getSupplementalGroupsPolicyValue());
    }
  }

  /**
   * Who is asked for. Where the user is the image's own, its USER counts whole: its group, too,
   * unless another one is asked for.
   *
   * @param pod what its sandbox was made with
   */
  static IdentityRequest identity(ContainerConfig config, PodSandboxConfig pod, String imageUser)
      throws IdentityException {
    LinuxContainerSecurityContext context = config.getLinux().getSecurityContext();
    boolean own = origin(config, pod, imageUser) == UserOrigin.IMAGE;
    return IdentityRequest.cri(
        context.hasRunAsUser() && !own ? Long.valueOf(context.getRunAsUser().getValue()) : null,
        own ? "" : context.getRunAsUsername(),
        context.hasRunAsGroup() ? Long.valueOf(context.getRunAsGroup().getValue()) : null,
        context.getSupplementalGroupsList(),
        context.getSupplementalGroupsPolicy() == SupplementalGroupsPolicy.Strict
            ? GroupsPolicy.STRICT
            : GroupsPolicy.MERGE,
        imageUser);
  }

  private static UserOrigin origin(ContainerConfig config, PodSandboxConfig pod, String imageUser)
      throws IdentityException {
    Optional<UserOrigin> told = UserOrigin.in(config.getAnnotationsMap());
    if (told.isPresent()) {
      return told.get();
    }
    return !pod.getLinux().getSecurityContext().hasRunAsUser()
            && isUserOf(config.getLinux().getSecurityContext(), ImageUser.parse(imageUser))
        ? UserOrigin.IMAGE
        : UserOrigin.POD;
  }

  /**
   * Whether the user asked for is the image's: then a kubelet took it from there, unless a
   * container's own {@code runAsUser} happens to be the same number.
   */
  private static boolean isUserOf(LinuxContainerSecurityContext context, ImageUser image)
      throws IdentityException {
    if (!context.hasRunAsUser()) {
      return context.getRunAsUsername().equals(image.user());
    }
    Long uid = image.user().isEmpty() ? Long.valueOf(0) : image.uid();
    return uid != null && uid == context.getRunAsUser().getValue();
  }
}
