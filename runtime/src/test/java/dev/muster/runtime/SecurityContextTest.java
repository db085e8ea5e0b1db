package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cri.v1.Capability;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.DNSConfig;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.Int64Value;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.MountPropagation;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SecurityProfile;
import dev.muster.linux.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What containers may do and see, as critest looks at it: asked of the kernel from inside. */
class SecurityContextTest extends SandboxTest {
  private static PodSandboxConfig privilegedPod;
  private static String privilegedSandbox;

  @BeforeAll
  static void start() {
    PodSandboxConfig.Builder privileged = runtime.pod();
    privileged.getLinuxBuilder().getSecurityContextBuilder().setPrivileged(true);
    privilegedPod = privileged.build();
    privilegedSandbox = runtime.run(privilegedPod);
  }

  @ParameterizedTest(name = "add {0}, drop {1}")
  @CsvSource({
    "'', '', 00000000a80425fb",
    "NET_ADMIN, '', 00000000a80435fb",
    "cap_net_admin, ALL, 0000000000001000",
    "'', CHOWN, 00000000a80425fa",
    "'', ALL, 0000000000000000"
  })
  void capabilitiesAreThoseAskedFor(String add, String drop, String bounding) {
    String id =
        running(
            config -> {
              Capability.Builder capability = Capability.newBuilder();
              if (!add.isEmpty()) {
                capability.addAddCapabilities(add);
              }
              if (!drop.isEmpty()) {
                capability.addDropCapabilities(drop);
              }
              RunningRuntime.context(config, context -> context.setCapabilities(capability));
            });
    assertThat(line(id, "CapBnd:")).isEqualTo(bounding);
    runtime.remove(id);
  }

  @Test
  void ambientCapabilitiesReachAProcessThatIsNotRoot() {
    String id =
        running(
            config ->
                RunningRuntime.context(
                    config,
                    context ->
                        context
                            .setRunAsUser(Int64Value.newBuilder().setValue(1000))
                            .setCapabilities(
                                Capability.newBuilder()
                                    .addAddAmbientCapabilities("NET_BIND_SERVICE"))));
    assertThat(line(id, "CapEff:")).isEqualTo("0000000000000400");
    runtime.remove(id);
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "false, 0"})
  void newPrivilegesAreForbiddenOnlyWhenAsked(boolean asked, String flag) {
    String id =
        running(config -> RunningRuntime.context(config, context -> context.setNoNewPrivs(asked)));
    assertThat(line(id, "NoNewPrivs:")).isEqualTo(flag);
    runtime.remove(id);
  }

  @ParameterizedTest
  @CsvSource({"default, 2", "unconfined, 0", "none, 0"})
  void seccompIsOnWhereAProfileIsNamed(String profile, String mode) {
    String id =
        running(
            config ->
                RunningRuntime.context(
                    config,
                    context -> {
                      switch (profile) {
                        case "default" -> context.setSeccomp(SecurityProfile.getDefaultInstance());
                        case "unconfined" ->
                            context.setSeccomp(
                                SecurityProfile.newBuilder()
                                    .setProfileType(SecurityProfile.ProfileType.Unconfined));
                        default -> {}
                      }
                    }));
    assertThat(line(id, "Seccomp:")).isEqualTo(mode);
    assertThat(runtime.output(id, "sh", "-c", "echo works | cat")).isEqualTo("works\n");
    runtime.remove(id);
  }

  @Test
  void aProfileOfTheNodeIsUsed() throws Exception {
    Path profile = runtime.root.resolve("no-mkdir.json");
    Files.writeString(
        profile,
        """
        {"defaultAction": "SCMP_ACT_ALLOW",
         "syscalls": [{"names": ["mkdir", "mkdirat"], "action": "SCMP_ACT_ERRNO"}]}
        """);
    String id =
        running(
            config ->
                RunningRuntime.context(
                    config,
                    context ->
                        context.setSeccomp(
                            SecurityProfile.newBuilder()
                                .setProfileType(SecurityProfile.ProfileType.Localhost)
                                .setLocalhostRef(profile.toString()))));
    assertThat(runtime.exec(id, "mkdir", "/tmp/x").getStderr().toStringUtf8())
        .contains("Operation not permitted");
    runtime.remove(id);
  }

  @Test
  void pathsAreMaskedAndTheRootMayBeReadOnly() {
    String usual = running(config -> {});
    assertThat(runtime.exec(usual, "cat", "/proc/timer_list").getStdout().size()).isZero();
    assertThat(runtime.exec(usual, "touch", "/proc/sys/kernel/hostname").getExitCode()).isNotZero();
    assertThat(runtime.exec(usual, "touch", "/file").getExitCode()).isZero();
    String readOnly =
        running(
            config -> RunningRuntime.context(config, context -> context.setReadonlyRootfs(true)));
    assertThat(runtime.exec(readOnly, "touch", "/file").getStderr().toStringUtf8())
        .contains("Read-only file system");
    String masked =
        running(
            config ->
                RunningRuntime.context(
                    config, context -> context.addMaskedPaths("/bin/ls").addReadonlyPaths("/tmp")));
    assertThat(runtime.exec(masked, "head", "-c1", "/bin/ls").getStdout().size()).isZero();
    assertThat(runtime.exec(masked, "touch", "/tmp/x").getExitCode()).isNotZero();
    runtime.remove(usual);
    runtime.remove(readOnly);
    runtime.remove(masked);
  }

  @Test
  void aPrivilegedContainerHasDevicesAndMayMount() {
    ContainerConfig.Builder config = runtime.config("rooted", "sleep", "1000");
    RunningRuntime.context(config, context -> context.setPrivileged(true));
    String id = runtime.running(privilegedSandbox, privilegedPod, config);
    assertThat(runtime.exec(id, "mount", "-t", "tmpfs", "none", "/mnt").getExitCode()).isZero();
    assertThat(runtime.output(id, "ls", "/dev")).contains("loop-control");
    runtime.remove(id);
    ContainerConfig.Builder refused = runtime.config("rooted", "sleep", "1000");
    RunningRuntime.context(refused, context -> context.setPrivileged(true));
    assertThatThrownBy(() -> runtime.create(sandbox, pod, refused))
        .hasMessageContaining("the sandbox is not privileged");
  }

  @ParameterizedTest
  @EnumSource(
      value = MountPropagation.class,
      names = {"UNRECOGNIZED"},
      mode = EnumSource.Mode.EXCLUDE)
  void mountsPropagateAsAsked(MountPropagation propagation) throws Exception {
    Path shared = Files.createDirectories(runtime.root.resolve("shared-" + propagation));
    Files.createDirectories(shared.resolve("later"));
    Mounts.bind(shared, shared);
    Mounts.mount("none", shared, "none", Mounts.SHARED, "");
    ContainerConfig.Builder config = runtime.config("rooted", "sleep", "1000");
    RunningRuntime.context(config, context -> context.setPrivileged(true));
    config.addMounts(
        Mount.newBuilder()
            .setHostPath(shared.toString())
            .setContainerPath("/data")
            .setPropagation(propagation));
    String id = runtime.running(privilegedSandbox, privilegedPod, config);
    Mounts.mount("tmpfs", shared.resolve("later"), "tmpfs", 0, "");
    Files.createFile(shared.resolve("later/from-host"));
    boolean seen = runtime.output(id, "ls", "/data/later").contains("from-host");
    assertThat(seen).isEqualTo(propagation != MountPropagation.PROPAGATION_PRIVATE);
    runtime.output(id, "mkdir", "/data/inner");
    assertThat(runtime.exec(id, "mount", "-t", "tmpfs", "none", "/data/inner").getExitCode())
        .isZero();
    runtime.output(id, "touch", "/data/inner/from-container");
    assertThat(Files.exists(shared.resolve("inner/from-container")))
        .isEqualTo(propagation == MountPropagation.PROPAGATION_BIDIRECTIONAL);
    runtime.remove(id);
    DirectoryImages.delete(shared);
  }

  @Test
  void readOnlyMayReachBelow() throws Exception {
    Path outer = Files.createDirectories(runtime.root.resolve("outer"));
    Path inner = Files.createDirectories(outer.resolve("inner"));
    Mounts.mount("tmpfs", inner, "tmpfs", 0, "mode=777");
    Mount.Builder mount =
        Mount.newBuilder()
            .setHostPath(outer.toString())
            .setContainerPath("/data")
            .setReadonly(true);
    String flat = running(config -> config.addMounts(mount));
    assertThat(runtime.exec(flat, "touch", "/data/x").getExitCode()).isNotZero();
    assertThat(runtime.exec(flat, "touch", "/data/inner/x").getExitCode()).isZero();
    String deep = running(config -> config.addMounts(mount.clone().setRecursiveReadOnly(true)));
    assertThat(runtime.exec(deep, "touch", "/data/inner/y").getStderr().toStringUtf8())
        .contains("Read-only file system");
    assertThatThrownBy(
            () ->
                running(
                    config ->
                        config.addMounts(
                            mount.clone().setReadonly(false).setRecursiveReadOnly(true))))
        .hasMessageContaining("recursive_read_only without readonly");
    runtime.remove(flat);
    runtime.remove(deep);
    DirectoryImages.delete(outer);
  }

  /** A kubelet does not say that they are read-only. */
  @Test
  void imagesAreMountedReadOnlyAndMayHoldPrograms() {
    String id =
        running(
            config ->
                config
                    .addMounts(imageMount("/whole", ""))
                    .addMounts(imageMount("/part", "etc").setReadonly(true)));
    assertThat(runtime.output(id, "/whole/bin/sh", "-c", "echo runs")).isEqualTo("runs\n");
    assertThat(runtime.exec(id, "touch", "/whole/new").getStderr().toStringUtf8())
        .contains("Read-only file system");
    assertThat(runtime.output(id, "cat", "/part/group")).isEqualTo(RunningRuntime.GROUP);
    runtime.remove(id);
    for (String path : List.of("nowhere", "../..", "/etc/../../..")) {
      assertThatThrownBy(() -> running(config -> config.addMounts(imageMount("/part", path))))
          .hasMessageContaining("INVALID_ARGUMENT: image_sub_path: no \"" + path + "\"");
    }
  }

  private static Mount.Builder imageMount(String at, String path) {
    return Mount.newBuilder()
        .setContainerPath(at)
        .setImage(ImageSpec.newBuilder().setImage("tools"))
        .setImageSubPath(path);
  }

  @Test
  void linksOnTheHostAreFollowedAndMissingPathsMade() throws Exception {
    Path real = Files.createDirectories(runtime.root.resolve("real"));
    Files.createFile(real.resolve("here"));
    Path link = Files.createSymbolicLink(runtime.root.resolve("link"), real);
    String id =
        running(
            config ->
                config
                    .addMounts(
                        Mount.newBuilder().setHostPath(link.toString()).setContainerPath("/a"))
                    .addMounts(
                        Mount.newBuilder()
                            .setHostPath(runtime.root.resolve("made").toString())
                            .setContainerPath("/b")));
    assertThat(runtime.output(id, "ls", "/a")).isEqualTo("here\n");
    assertThat(runtime.root.resolve("made")).isDirectory();
    runtime.remove(id);
  }

  @Test
  void aSandboxHasItsOwnNameResolverAndSettings() {
    PodSandboxConfig.Builder config = runtime.pod().setHostname("named");
    config.setDnsConfig(
        DNSConfig.newBuilder()
            .addServers("10.10.10.10")
            .addSearches("google.com")
            .addOptions("ndots:8"));
    config
        .getLinuxBuilder()
        .putSysctls("kernel.shm_rmid_forced", "1")
        .putSysctls("net.ipv4.ip_unprivileged_port_start", "80");
    PodSandboxConfig own = config.build();
    String box = runtime.run(own);
    String id = runtime.running(box, own, runtime.config("rooted", "sleep", "1000"));
    assertThat(runtime.output(id, "hostname")).isEqualTo("named\n");
    assertThat(runtime.output(id, "cat", "/etc/resolv.conf"))
        .isEqualTo("search google.com\nnameserver 10.10.10.10\noptions ndots:8\n");
    assertThat(runtime.output(id, "cat", "/proc/sys/kernel/shm_rmid_forced")).isEqualTo("1\n");
    assertThat(runtime.output(id, "cat", "/proc/sys/net/ipv4/ip_unprivileged_port_start"))
        .isEqualTo("80\n");
    assertThat(runtime.output(id, "cat", "/etc/hostname")).isEqualTo("named\n");
    runtime.removeSandbox(box);
  }

  @ParameterizedTest
  @CsvSource({"POD", "CONTAINER", "NODE"})
  void processesSeeThosePidsThatWereAskedFor(NamespaceMode mode) {
    PodSandboxConfig.Builder config = runtime.pod();
    NamespaceOption options = NamespaceOption.newBuilder().setPid(mode).build();
    config.getLinuxBuilder().getSecurityContextBuilder().setNamespaceOptions(options);
    PodSandboxConfig own = config.build();
    String box = runtime.run(own);
    ContainerConfig.Builder container = runtime.config("rooted", "sleep", "1000");
    RunningRuntime.context(container, context -> context.setNamespaceOptions(options));
    String id = runtime.running(box, own, container);
    String first = runtime.output(id, "sh", "-c", "cat /proc/1/cmdline | tr '\\0' ' '");
    switch (mode) {
      case POD -> assertThat(first).isEqualTo("/pause ");
      case CONTAINER -> assertThat(first).isEqualTo("sleep 1000 ");
      default -> assertThat(first).doesNotContain("pause").doesNotContain("sleep");
    }
    runtime.remove(id);
    runtime.removeSandbox(box);
  }

  /** The default of CRI is to share, which has to be asked for when the sandbox is made. */
  @Test
  void aContainerDoesNotGetTheNodesPidsForWantOfShared() {
    ContainerConfig.Builder config = runtime.config("rooted", "sleep", "1000").clearLinux();
    assertThatThrownBy(() -> runtime.create(sandbox, pod, config))
        .hasMessage(
            "INVALID_ARGUMENT: namespace_options.pid: POD, but its sandbox was made with CONTAINER:"
                + " there are no processes to share");
  }

  @Test
  void aContainerMayJoinThePidsOfAnother() {
    String target = running(config -> {});
    ContainerConfig.Builder config = runtime.config("rooted", "sleep", "77");
    RunningRuntime.context(
        config,
        context ->
            context.setNamespaceOptions(
                NamespaceOption.newBuilder().setPid(NamespaceMode.TARGET).setTargetId(target)));
    String id = runtime.running(sandbox, pod, config);
    assertThat(runtime.output(id, "sh", "-c", "cat /proc/1/cmdline | tr '\\0' ' '"))
        .isEqualTo("sleep 1000 ");
    runtime.remove(id);
    runtime.remove(target);
  }

  @Test
  void theNodesNetworkAndIpcMayBeUsed() throws Exception {
    PodSandboxConfig.Builder config = runtime.pod().setHostname("");
    NamespaceOption options =
        NamespaceOption.newBuilder()
            .setNetwork(NamespaceMode.NODE)
            .setIpc(NamespaceMode.NODE)
            .setPid(NamespaceMode.CONTAINER)
            .build();
    config.getLinuxBuilder().getSecurityContextBuilder().setNamespaceOptions(options);
    PodSandboxConfig own = config.build();
    String box = runtime.run(own);
    ContainerConfig.Builder container = runtime.config("rooted", "sleep", "1000");
    RunningRuntime.context(container, context -> context.setNamespaceOptions(options));
    String id = runtime.running(box, own, container);
    for (String kind : new String[] {"net", "ipc", "uts"}) {
      assertThat(Files.readSymbolicLink(Path.of("/proc/" + runtime.pid(id) + "/ns/" + kind)))
          .isEqualTo(Files.readSymbolicLink(Path.of("/proc/self/ns/" + kind)));
    }
    runtime.removeSandbox(box);
  }

  private static String running(Consumer<ContainerConfig.Builder> change) {
    ContainerConfig.Builder config = runtime.config("rooted", "sleep", "1000");
    change.accept(config);
    return runtime.running(sandbox, pod, config);
  }

  private static String line(String id, String field) {
    return runtime.output(id, "grep", field, "/proc/1/status").replaceFirst("\\S+\\s+", "").strip();
  }
}
