package dev.muster.runtime.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.identity.IdentityException;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.ProcessIdentity;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageConfig;
import dev.muster.runtime.oci.ContainerPlan;
import dev.muster.runtime.oci.Host;
import dev.muster.runtime.oci.HostFiles;
import dev.muster.runtime.oci.LinuxSpec;
import dev.muster.runtime.oci.PodPlace;
import dev.muster.runtime.oci.WindowsPlan;
import dev.muster.runtime.oci.WindowsSpec;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The OCI specification that a request would lead to. Nothing is made. */
public final class BundleForecast {
  private static final Path ROOT = Path.of("/var/lib/muster/runtime");
  private static final String SANDBOX = "sandbox";
  private static final String ID = "container";
  private static final ImageConfig EMPTY =
      new ImageConfig("", "", "", "", List.of(), List.of(), List.of(), "", "", List.of(), Map.of());

  private BundleForecast() {}

  /**
   * @param image none for one that nobody has looked at
   */
  public static ObjectNode of(
      PodSandboxConfig sandbox,
      ContainerConfig config,
      Optional<Image> image,
      ImageAccounts accounts)
      throws IOException, Refused, IdentityException {
    SandboxRequest.check(sandbox);
    ContainerRequest.check(config, sandbox.getLinux().getSecurityContext().getNamespaceOptions());
    ImageConfig facts = image.map(Image::config).orElse(EMPTY);
    Map<String, String> annotations = ContainerMaker.annotations(SANDBOX, config);
    if (config.hasWindows()) {
      List<String> layers =
          image.stream()
              .flatMap(each -> each.layers().stream())
              .map(layer -> layer.diffId().text())
              .toList();
      return WindowsSpec.of(
          new WindowsPlan(ID, config, sandbox.getHostname(), facts, layers, annotations));
    }
    ProcessIdentity identity =
        ProcessIdentity.resolve(ContainerRequest.identity(config, sandbox, facts.user()), accounts);
    return LinuxSpec.of(
        new ContainerPlan(
            ID,
            config,
            place(sandbox),
            facts,
            identity,
            ROOT.resolve("snapshots").resolve(ID),
            Cgroups.of(
                Cgroups.parent(sandbox.getLinux().getCgroupParent(), SANDBOX, false), ID, false),
            target(config),
            imageMounts(config),
            annotations,
            Host.read(),
            new HostFiles.Supposed()));
  }

  /** The namespace of the container that is joined, whose process nobody knows. */
  private static Optional<Path> target(ContainerConfig config) {
    NamespaceOption options = config.getLinux().getSecurityContext().getNamespaceOptions();
    return options.getPid() == NamespaceMode.TARGET
        ? Optional.of(Path.of("/proc", "target", "ns", "pid"))
        : Optional.empty();
  }

  private static Map<String, Path> imageMounts(ContainerConfig config) {
    Map<String, Path> mounts = new HashMap<>();
    for (Mount each : config.getMountsList()) {
      if (!each.getImage().getImage().isEmpty()) {
        Path root = ROOT.resolve("snapshots").resolve(ContainerMaker.imageMount(ID, mounts.size()));
        mounts.put(
            each.getContainerPath(), root.resolve(each.getImageSubPath().replaceFirst("^/+", "")));
      }
    }
    return mounts;
  }

  private static PodPlace place(PodSandboxConfig sandbox) throws IOException {
    Path directory = ROOT.resolve("sandboxes").resolve(SANDBOX);
    NamespaceOption options = sandbox.getLinux().getSecurityContext().getNamespaceOptions();
    boolean network = options.getNetwork() != NamespaceMode.NODE;
    boolean ipc = options.getIpc() != NamespaceMode.NODE;
    boolean users = options.getUsernsOptions().getUidsCount() > 0;
    return new PodPlace(
        PodFiles.hostname(sandbox),
        pin(directory, "net", network),
        pin(directory, "ipc", ipc),
        pin(directory, "uts", network),
        pin(directory, "pid", options.getPid() == NamespaceMode.POD),
        pin(directory, "user", users),
        options.getUsernsOptions().getUidsList(),
        options.getUsernsOptions().getGidsList(),
        ipc ? directory.resolve("shm") : Path.of("/dev/shm"),
        directory.resolve("files"),
        sandbox.getLinux().getSecurityContext().getPrivileged());
  }

  private static Optional<Path> pin(Path directory, String kind, boolean own) {
    return own ? Optional.of(directory.resolve("ns").resolve(kind)) : Optional.empty();
  }
}
