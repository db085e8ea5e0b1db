package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.StatusRequest;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.linux.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pods whose ids are not the host's. */
class UserNamespaceTest {
  private static final int FIRST = 131_072;
  private static final IDMapping MAPPING = mapping(FIRST);
  private static final NamespaceOption OPTIONS =
      NamespaceOption.newBuilder()
          .setPid(NamespaceMode.CONTAINER)
          .setUsernsOptions(
              UserNamespace.newBuilder()
                  .setMode(NamespaceMode.POD)
                  .addUids(MAPPING)
                  .addGids(MAPPING))
          .build();

  private static RunningRuntime runtime;
  private static PodSandboxConfig pod;
  private static String sandbox;

  @BeforeAll
  static void start() throws Exception {
    runtime = RunningRuntime.start();
    Files.setAttribute(runtime.root, "unix:mode", 0700);
    PodSandboxConfig.Builder config = runtime.pod();
    config.getLinuxBuilder().getSecurityContextBuilder().setNamespaceOptions(OPTIONS);
    pod = config.build();
    sandbox = runtime.run(pod);
  }

  @AfterAll
  static void stop() throws Exception {
    runtime.close();
    String shown = Integer.toHexString(runtime.root.resolve("state").toString().hashCode());
    assertThat(Path.of("/run/muster", shown)).doesNotExist();
  }

  @Test
  void theIdsInsideAreOthersOutside() throws Exception {
    String id = runtime.running(sandbox, pod, config("tools"));
    assertThat(runtime.output(id, "cat", "/proc/self/uid_map").strip().split(" +"))
        .containsExactly("0", Integer.toString(FIRST), "65536");
    assertThat(runtime.output(id, "id", "-u")).isEqualTo("1000\n");
    assertThat(runtime.status(id).getUser().getLinux().getUid()).isEqualTo(1000);
    assertThat(runtime.output(id, "stat", "-c", "%u", "/bin/sh")).isEqualTo("0\n");
    assertThat(Files.readString(Path.of("/proc/" + runtime.pid(id) + "/status")))
        .contains("Uid:\t" + (FIRST + 1000) + "\t");
  }

  /** As critest has it: with a shared process table, and ids from 1000 on. */
  @Test
  void aSharedProcessTableGoesWithIt() throws Exception {
    IDMapping many = IDMapping.newBuilder().setHostId(1000).setLength(100_000).build();
    NamespaceOption options =
        NamespaceOption.newBuilder()
            .setUsernsOptions(
                UserNamespace.newBuilder().setMode(NamespaceMode.POD).addUids(many).addGids(many))
            .build();
    PodSandboxConfig.Builder asked = runtime.pod();
    asked.getLinuxBuilder().getSecurityContextBuilder().setNamespaceOptions(options);
    PodSandboxConfig shared = asked.build();
    String box = runtime.run(shared);
    ContainerConfig.Builder config = runtime.config("tools", "cat", "/proc/self/uid_map");
    RunningRuntime.context(config, context -> context.setNamespaceOptions(options));
    String id = runtime.running(box, shared, config);
    assertThat(runtime.ended(id).getExitCode()).isZero();
    assertThat(Path.of(runtime.status(id).getLogPath()))
        .content()
        .containsPattern("stdout F \\s+0\\s+1000\\s+100000\n");
    runtime.removeSandbox(box);
  }

  /** On the disk of the node and in memory, as volumes of secrets are. */
  @Test
  void filesOfVolumesBelongToTheSameIdsInsideAndOnDisk() throws Exception {
    Path disk = Files.createDirectory(runtime.root.resolve("volume"));
    Path memory = Files.createDirectory(runtime.root.resolve("secrets"));
    Mounts.mount("tmpfs", memory, "tmpfs", Mounts.NO_SUID | Mounts.NO_DEV, "size=64k,mode=0755");
    try { // the kernel insists on nosuid and nodev when such a mount is made read-only
      for (Path volume : new Path[] {disk, memory}) {
        file(volume.resolve("alices"), 1000);
        file(volume.resolve("roots"), 0);
        Files.setAttribute(volume, "unix:mode", 0777);
      }
      Path single = file(runtime.root.resolve("single"), 1000);
      ContainerConfig.Builder config = config("tools");
      config.addMounts(mount("/disk", disk)).addMounts(mount("/memory", memory).setReadonly(true));
      config.addMounts(mount("/etc/single", single));
      String id = runtime.running(sandbox, pod, config);
      for (String path : new String[] {"/disk/alices", "/memory/alices", "/etc/single"}) {
        assertThat(runtime.output(id, "stat", "-c", "%u:%g", path)).isEqualTo("1000:1000\n");
        assertThat(runtime.output(id, "cat", path)).isEqualTo("secret");
      }
      assertThat(runtime.output(id, "stat", "-c", "%u", "/disk/roots")).isEqualTo("0\n");
      assertThat(runtime.exec(id, "cat", "/memory/roots").getExitCode()).isNotZero();
      assertThat(runtime.output(id, "sh", "-c", "echo hello > /disk/new")).isEmpty();
      assertThat(Files.getAttribute(disk.resolve("new"), "unix:uid")).isEqualTo(1000);
      runtime.remove(id);
    } finally {
      Mounts.detach(memory);
    }
  }

  @Test
  void mappingsOfAMountAreThoseOfTheSandbox() throws Exception {
    ContainerConfig.Builder config = config("tools");
    Path volume = Files.createDirectory(runtime.root.resolve("other"));
    config.addMounts(
        mount("/other", volume).clearUidMappings().addUidMappings(mapping(FIRST + 65_536)));
    assertThatThrownBy(() -> runtime.create(sandbox, pod, config))
        .hasMessageContaining(
            "id mappings of \"/other\" are not those of the sandbox's user namespace");
  }

  @Test
  void aContainerDoesNotGetTheHostsIdsInsteadOfItsOwn() {
    PodSandboxConfig plain = runtime.pod().build();
    String box = runtime.run(plain);
    assertThatThrownBy(() -> runtime.create(box, plain, config("tools")))
        .hasMessageContaining("userns_options: the container's are not those of its sandbox");
  }

  /** Mapped mounts of tmpfs, which secrets are on, came with Linux 6.3. */
  @Test
  void theFeatureIsReportedWhereVolumesCanBeMapped() throws IOException {
    String[] version = Files.readString(Path.of("/proc/sys/kernel/osrelease")).split("[.-]");
    int kernel = Integer.parseInt(version[0]) * 1000 + Integer.parseInt(version[1]);
    assertThat(runtime.cri().status(StatusRequest.getDefaultInstance()).getRuntimeHandlersList())
        .isNotEmpty()
        .allMatch(each -> each.getFeatures().getUserNamespaces() == (kernel >= 6003));
  }

  private static ContainerConfig.Builder config(String image) {
    ContainerConfig.Builder config = runtime.config(image, "sleep", "1000");
    RunningRuntime.context(config, context -> context.setNamespaceOptions(OPTIONS));
    return config;
  }

  private static Mount.Builder mount(String at, Path source) {
    return Mount.newBuilder()
        .setContainerPath(at)
        .setHostPath(source.toString())
        .addUidMappings(MAPPING)
        .addGidMappings(MAPPING);
  }

  private static Path file(Path path, int owner) throws IOException {
    Files.writeString(path, "secret");
    Files.setAttribute(path, "unix:mode", 0400);
    Files.setAttribute(path, "unix:gid", owner);
    Files.setAttribute(path, "unix:uid", owner);
    return path;
  }

  private static IDMapping mapping(int first) {
    return IDMapping.newBuilder().setHostId(first).setLength(65_536).build();
  }
}
