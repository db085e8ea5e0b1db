package dev.muster.runtime.pods;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.identity.IdentityException;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.ProcessIdentity;
import dev.muster.linux.Mounts;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.Snapshots;
import dev.muster.runtime.oci.ContainerPlan;
import dev.muster.runtime.oci.Host;
import dev.muster.runtime.oci.HostFiles;
import dev.muster.runtime.oci.LinuxSpec;
import dev.muster.runtime.oci.WindowsPlan;
import dev.muster.runtime.oci.WindowsSpec;
import dev.muster.runtime.process.Conmon;
import dev.muster.runtime.process.LiveProcess;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.process.WaitingConmon;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a container, step by step. Whoever calls removes what a failed one leaves. */
final class ContainerMaker {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Layout layout;
  private final ImageSource images;
  private final Snapshots snapshots;
  private final Conmon conmon;
  private final Host host;

  ContainerMaker(Layout layout, ImageSource images, Snapshots snapshots, Conmon conmon, Host host) {
    this.layout = layout;
    this.images = images;
    this.snapshots = snapshots;
    this.conmon = conmon;
    this.host = host;
  }

  Container make(
      String id,
      Sandbox sandbox,
      ContainerConfig config,
      Path bundle,
      OciRuntime runtime,
      Optional<Path> targetPid)
      throws IOException, Refused {
    Image image = image(config.getImage().getImage());
    Files.createDirectory(bundle);
    if (config.hasWindows()) {
      return describe(id, sandbox, config, image, bundle, runtime);
    }
    Path log = log(sandbox, config);
    Conmon.Streams streams =
        new Conmon.Streams(log, config.getTty(), config.getStdin(), config.getStdinOnce());
    // INVARIANT: conmon opens its log as soon as it starts
    if (!log.toString().isEmpty() && log.getParent() != null) {
      Files.createDirectories(log.getParent());
    }
    try (WaitingConmon waiting = conmon.start(runtime, id, bundle, streams)) {
      fill(bundle, plan(id, sandbox, config, image, runtime, targetPid));
      int pid = waiting.create();
      LiveProcess process =
          LiveProcess.of(pid).orElseThrow(() -> Refused.failed("the container ended at once"));
      return keep(id, sandbox, config, image, bundle, runtime, Optional.of(process));
    }
  }

  private ContainerPlan plan(
      String id,
      Sandbox sandbox,
      ContainerConfig config,
      Image image,
      OciRuntime runtime,
      Optional<Path> targetPid)
      throws IOException, Refused {
    UserNamespace users = sandbox.namespaces().getUsernsOptions();
    Optional<Path> namespace = sandbox.pins().find("user");
    requireUsers(config, users, namespace);
    Path root = snapshots.prepare(id, image);
    ContainerConfig shown = config;
    if (namespace.isPresent()) {
      OwnerShift.apply(root, users);
      Path open = layout.show(id, users);
      root = reachable(root, open);
      shown = MappedVolumes.show(config, users, namespace.get(), open);
    }
    return new ContainerPlan(
        id,
        shown,
        sandbox.place(),
        image.config(),
        identity(config, sandbox.config(), image, root),
        root,
        Cgroups.of(sandbox.cgroup(), id, runtime.systemd()),
        targetPid,
        imageMounts(id, config, namespace.isPresent() ? users : null),
        annotations(sandbox.id(), config),
        host,
        new HostFiles.Real());
  }

  private static void fill(Path bundle, ContainerPlan plan) throws IOException, Refused {
    Files.write(bundle.resolve("config.json"), JSON.writeValueAsBytes(LinuxSpec.of(plan)));
  }

  /** Writes down what a Windows runtime would be given; nothing is mounted or started. */
  private static Container describe(
      String id,
      Sandbox sandbox,
      ContainerConfig config,
      Image image,
      Path bundle,
      OciRuntime runtime)
      throws IOException, Refused {
    WindowsPlan plan =
        new WindowsPlan(
            id,
            config,
            sandbox.config().getHostname(),
            image.config(),
            image.layers().stream().map(layer -> layer.diffId().text()).toList(),
            annotations(sandbox.id(), config));
    Files.write(bundle.resolve("config.json"), JSON.writeValueAsBytes(WindowsSpec.of(plan)));
    return keep(id, sandbox, config, image, bundle, runtime, Optional.empty());
  }

  private static Container keep(
      String id,
      Sandbox sandbox,
      ContainerConfig config,
      Image image,
      Path bundle,
      OciRuntime runtime,
      Optional<LiveProcess> process)
      throws IOException {
    ContainerRecord record =
        new ContainerRecord(
            id,
            sandbox.id(),
            runtime.handler(),
            ContainerRecord.State.CREATED,
            System.currentTimeMillis() * 1_000_000,
            0,
            0,
            0,
            "",
            "",
            process.orElse(null),
            process.flatMap(LiveProcess::ids).orElse(null),
            config.getImage().getImage(),
            image.id().text(),
            image.repoDigests().isEmpty() ? image.id().text() : image.repoDigests().getFirst(),
            StopSignal.of(config.getStopSignal(), image.config().stopSignal()),
            Cgroups.of(sandbox.cgroup(), id, runtime.systemd()));
    Container container = new Container(config, bundle, log(sandbox, config), record);
    container.save(config);
    container.save(record);
    return container;
  }

  /** The container that a snapshot belongs to: image mounts have keys that begin with its id. */
  static String owner(String key) {
    int dot = key.indexOf('.');
    return dot < 0 ? key : key.substring(0, dot);
  }

  /** The key of the snapshot that is mounted into a container. */
  static String imageMount(String container, int number) {
    return container + ".mount" + number;
  }

  /** Where a container's output goes; an empty path for nowhere. */
  static Path log(Sandbox sandbox, ContainerConfig config) {
    String directory = sandbox.config().getLogDirectory();
    return directory.isEmpty() || config.getLogPath().isEmpty()
        ? Path.of("")
        : Path.of(directory).resolve(config.getLogPath());
  }

  /**
   * INVARIANT: what asks for a user namespace, or is in a sandbox with one, never has the host's
   * ids.
   */
  private static void requireUsers(
      ContainerConfig config, UserNamespace pod, Optional<Path> namespace) throws Refused {
    UserNamespace own =
        config.getLinux().getSecurityContext().getNamespaceOptions().getUsernsOptions();
    if (own.getUidsCount() + own.getGidsCount() > 0
        && !(own.getUidsList().equals(pod.getUidsList())
            && own.getGidsList().equals(pod.getGidsList()))) {
      throw Refused.invalid("userns_options: the container's are not those of its sandbox");
    }
    if (pod.getUidsCount() > 0 && namespace.isEmpty()) {
      throw Refused.wrongState("the sandbox has lost its user namespace");
    }
  }

  /** Shows a root where users of a user namespace may walk to. */
  static Path reachable(Path root, Path open) throws IOException {
    Path shown = Files.createDirectory(open.resolve("root"));
    Mounts.bind(root, shown);
    return shown;
  }

  private Image image(String reference) throws IOException, Refused {
    return images
        .find(reference)
        .orElseThrow(() -> Refused.notFound("image \"" + reference + "\": not found"));
  }

  private static ProcessIdentity identity(
      ContainerConfig config, PodSandboxConfig pod, Image image, Path root) throws Refused {
    try {
      return ProcessIdentity.resolve(
          ContainerRequest.identity(config, pod, image.config().user()), ImageAccounts.in(root));
    } catch (IdentityException e) {
      throw new Refused(Refused.Kind.INVALID, String.valueOf(e.getMessage()), e);
    }
  }

  private Map<String, Path> imageMounts(
      String id, ContainerConfig config, @Nullable UserNamespace users)
      throws IOException, Refused {
    Map<String, Path> mounts = new HashMap<>();
    int number = 0;
    for (Mount each : config.getMountsList()) {
      if (each.getImage().getImage().isEmpty()) {
        continue;
      }
      Path root = snapshots.prepare(imageMount(id, number++), image(each.getImage().getImage()));
      if (users != null) {
        OwnerShift.apply(root, users);
      }
      mounts.put(each.getContainerPath(), SubPath.in(root, each.getImageSubPath()));
    }
    return mounts;
  }

  static Map<String, String> annotations(String sandbox, ContainerConfig config) {
    Map<String, String> annotations = new HashMap<>(config.getAnnotationsMap());
    annotations.put("dev.muster.sandbox", sandbox);
    annotations.put("dev.muster.container-name", config.getMetadata().getName());
    return annotations;
  }
}
