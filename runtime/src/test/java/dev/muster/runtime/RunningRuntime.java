package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.cri.CriClient;
import dev.muster.cri.CriServer;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerMetadata;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStatus;
import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.LinuxSandboxSecurityContext;
import dev.muster.cri.v1.ListPodSandboxRequest;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandbox;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxMetadata;
import dev.muster.cri.v1.RemoveContainerRequest;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceBlockingStub;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.cri.v1.StopContainerRequest;
import dev.muster.runtime.images.RegistrySettings;
import dev.muster.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A runtime on a directory of its own, its images and a client: for tests as root with runc. */
final class RunningRuntime implements AutoCloseable {
  static final String PASSWD =
      "root:x:0:0:root:/root:/bin/sh\nalice:x:1000:1000::/:/bin/sh\nbob:x:1001:2001::/:/bin/sh\n";
  static final String GROUP = "root:x:0:\nalice:x:1000:\ngroup-in-image:x:50000:alice\n";

  final Path root;
  final String cgroup;
  final DirectoryImages images;
  private final AtomicInteger names = new AtomicInteger();
  private ContainerRuntime runtime;
  private CriServer server;
  private CriClient client;

  private RunningRuntime(Path root) throws IOException {
    this.root = root;
    this.cgroup = "/muster-test-" + UUID.randomUUID().toString().substring(0, 8);
    this.images = new DirectoryImages(root.resolve("images"));
    open();
  }

  /** Starts, or skips the test where it cannot. */
  static RunningRuntime start() throws Exception {
    assumeTrue(System.getProperty("user.name", "").equals("root"), "containers need root");
    assumeTrue(
        Files.exists(Path.of("/usr/sbin/runc")) || Files.exists(Path.of("/usr/bin/runc")),
        "containers need runc");
    Path root = Files.createTempDirectory("muster-rt");
    Files.setPosixFilePermissions(
        root, java.nio.file.attribute.PosixFilePermissions.fromString("rwx--x--x"));
    RunningRuntime running = new RunningRuntime(root);
    running.images.copyTools();
    running.images.add("tools", "alice", PASSWD, GROUP);
    running.images.add("rooted", "", PASSWD, GROUP);
    return running;
  }

  private void open() throws IOException {
    runtime =
        ContainerRuntime.start(
            new RuntimeOptions(
                root.resolve("state"),
                false,
                root.resolve("net.d"),
                List.of(root.resolve("plugins"), Path.of("/usr/lib/cni")),
                RegistrySettings.DEFAULT),
            images,
            images);
    server = CriServer.start(root.resolve("cri.sock"), List.of(runtime.service()));
    client = CriClient.connect(server.socket());
  }

  /** Ends the runtime and starts another on the same directory. */
  void restart() throws IOException {
    client.close();
    server.close();
    runtime.close();
    open();
  }

  RuntimeServiceBlockingStub cri() {
    return client.runtime();
  }

  CriClient client() {
    return client;
  }

  /** A sandbox's configuration; PID namespaces are the containers' own, as Kubernetes has it. */
  PodSandboxConfig.Builder pod() {
    int number = names.incrementAndGet();
    PodSandboxConfig.Builder config =
        PodSandboxConfig.newBuilder()
            .setMetadata(
                PodSandboxMetadata.newBuilder()
                    .setName("pod" + number)
                    .setNamespace("default")
                    .setUid("uid" + number))
            .setHostname("pod" + number)
            .setLogDirectory(root.resolve("logs/" + number).toString());
    config
        .getLinuxBuilder()
        .setCgroupParent(cgroup)
        .setSecurityContext(
            LinuxSandboxSecurityContext.newBuilder()
                .setNamespaceOptions(NamespaceOption.newBuilder().setPid(NamespaceMode.CONTAINER)));
    return config;
  }

  String run(PodSandboxConfig config) {
    return cri()
        .runPodSandbox(RunPodSandboxRequest.newBuilder().setConfig(config).build())
        .getPodSandboxId();
  }

  ContainerConfig.Builder config(String image, String... command) {
    String name = "c" + names.incrementAndGet();
    ContainerConfig.Builder config =
        ContainerConfig.newBuilder()
            .setMetadata(ContainerMetadata.newBuilder().setName(name))
            .setImage(ImageSpec.newBuilder().setImage(image))
            .setLogPath(name + "/0.log")
            .addAllCommand(List.of(command));
    context(config, context -> {});
    return config;
  }

  static void context(
      ContainerConfig.Builder config, Consumer<LinuxContainerSecurityContext.Builder> change) {
    LinuxContainerSecurityContext.Builder context =
        config.getLinuxBuilder().getSecurityContextBuilder();
    if (!context.hasNamespaceOptions()) {
      context.setNamespaceOptions(NamespaceOption.newBuilder().setPid(NamespaceMode.CONTAINER));
    }
    change.accept(context);
  }

  String create(String sandbox, PodSandboxConfig pod, ContainerConfig.Builder config) {
    return cri()
        .createContainer(
            CreateContainerRequest.newBuilder()
                .setPodSandboxId(sandbox)
                .setConfig(config)
                .setSandboxConfig(pod)
                .build())
        .getContainerId();
  }

  void startContainer(String id) {
    cri().startContainer(StartContainerRequest.newBuilder().setContainerId(id).build());
  }

  String running(String sandbox, PodSandboxConfig pod, ContainerConfig.Builder config) {
    String id = create(sandbox, pod, config);
    startContainer(id);
    return id;
  }

  ContainerStatus status(String id) {
    return cri()
        .containerStatus(ContainerStatusRequest.newBuilder().setContainerId(id).build())
        .getStatus();
  }

  /** Its first process, from the runtime's own words. */
  int pid(String id) {
    String info =
        cri()
            .containerStatus(
                ContainerStatusRequest.newBuilder().setContainerId(id).setVerbose(true).build())
            .getInfoOrThrow("info");
    return Integer.parseInt(info.replaceAll(".*\"pid\":([0-9]+).*", "$1"));
  }

  ExecSyncResponse exec(String id, String... command) {
    return cri()
        .execSync(
            ExecSyncRequest.newBuilder()
                .setContainerId(id)
                .addAllCmd(List.of(command))
                .setTimeout(20)
                .build());
  }

  String output(String id, String... command) {
    ExecSyncResponse response = exec(id, command);
    assertThat(response.getStderr().toStringUtf8()).isEmpty();
    return response.getStdout().toStringUtf8();
  }

  /** Waits until it has ended. */
  ContainerStatus ended(String id) throws Exception {
    return until(id, status -> status.getState() == ContainerState.CONTAINER_EXITED);
  }

  ContainerStatus until(String id, Predicate<ContainerStatus> condition) throws Exception {
    return Await.until("a status of " + id, () -> status(id), condition);
  }

  /** Stops it, with so many seconds for its end. */
  void stop(String container, long grace) {
    cri()
        .stopContainer(
            StopContainerRequest.newBuilder().setContainerId(container).setTimeout(grace).build());
  }

  void remove(String container) {
    cri().removeContainer(RemoveContainerRequest.newBuilder().setContainerId(container).build());
  }

  void removeSandbox(String id) {
    cri().removePodSandbox(RemovePodSandboxRequest.newBuilder().setPodSandboxId(id).build());
  }

  Leftovers leftovers() throws IOException {
    return Leftovers.of(root, cgroup);
  }

  /** Removes everything and checks that nothing is left. */
  @Override
  public void close() throws IOException {
    try {
      for (PodSandbox each :
          cri().listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsList()) {
        removeSandbox(each.getId());
      }
      assertThat(leftovers()).isEqualTo(new Leftovers(List.of(), List.of(), List.of()));
    } finally {
      client.close();
      server.close();
      runtime.close();
      DirectoryImages.delete(root);
      removeCgroup();
    }
  }

  private void removeCgroup() throws IOException {
    try (var found = Files.list(Path.of("/sys/fs/cgroup"))) {
      for (Path each : found.toList()) {
        Files.deleteIfExists(each.resolve(cgroup.substring(1)));
      }
    }
  }
}
