package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.cli.MusterProgram;
import dev.muster.cri.CriClient;
import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerMetadata;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStatus;
import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.ListContainersRequest;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxMetadata;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceBlockingStub;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.linux.MountTable;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.ImageStore;
import dev.muster.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code muster runtime} is killed while containers run, and started again. */
class RuntimeKillTest {
  private static final String CGROUP =
      "/muster-kill-" + UUID.randomUUID().toString().substring(0, 8);

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static Process process;

  @SuppressWarnings("NullAway.Init")
  private static CriClient client;

  private static PodSandboxConfig pod;
  private static String sandbox;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(System.getProperty("user.name", "").equals("root"), "containers need root");
    HostTools.build(ImageStore.open(directory.resolve("images")));
    launch();
    PodSandboxConfig.Builder config =
        PodSandboxConfig.newBuilder()
            .setMetadata(PodSandboxMetadata.newBuilder().setName("p").setNamespace("n").setUid("u"))
            .setLogDirectory(directory.resolve("logs").toString());
    config.getLinuxBuilder().setCgroupParent(CGROUP);
    config
        .getLinuxBuilder()
        .getSecurityContextBuilder()
        .getNamespaceOptionsBuilder()
        .setPid(NamespaceMode.CONTAINER);
    pod = config.build();
    sandbox =
        cri()
            .runPodSandbox(RunPodSandboxRequest.newBuilder().setConfig(pod).build())
            .getPodSandboxId();
  }

  /** Starts the process, with a client of it. */
  private static void launch() throws IOException, InterruptedException {
    Path socket = directory.resolve("cri.sock");
    Path log = directory.resolve("runtime.log");
    Files.deleteIfExists(log);
    process =
        MusterProgram.command()
            .command(
                "runtime",
                "--listen=unix://" + socket,
                "--root=" + directory.resolve("state"),
                "--images=" + directory.resolve("images"),
                "--cni-conf-dir=" + directory.resolve("no-networks"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Await.until("the runtime is ready", () -> !process.isAlive() || text(log).contains("ready\n"));
    assertThat(process.isAlive()).as(text(log)).isTrue();
    client = CriClient.connect(socket);
  }

  private static void kill() throws Exception {
    client.close();
    process.destroyForcibly();
    process.waitFor();
  }

  @AfterAll
  static void stop() throws Exception {
    if (process == null) {
      return;
    }
    cri().removePodSandbox(RemovePodSandboxRequest.newBuilder().setPodSandboxId(sandbox).build());
    assertThat(MountTable.atOrBelow(directory)).isEmpty();
    client.close();
    process.destroy();
    process.waitFor();
    try (var hierarchies = Files.list(Path.of("/sys/fs/cgroup"))) {
      for (Path each : hierarchies.toList()) {
        Files.deleteIfExists(each.resolve(CGROUP.substring(1)));
      }
    }
  }

  private static RuntimeServiceBlockingStub cri() {
    return client.runtime();
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static ContainerConfig.Builder config(String name, String script) {
    ContainerConfig.Builder config =
        ContainerConfig.newBuilder()
            .setMetadata(ContainerMetadata.newBuilder().setName(name))
            .setImage(ImageSpec.newBuilder().setImage(HostTools.NAME))
            .setLogPath(name + ".log")
            .addAllCommand(List.of("sh", "-c", script));
    config
        .getLinuxBuilder()
        .getSecurityContextBuilder()
        .getNamespaceOptionsBuilder()
        .setPid(NamespaceMode.CONTAINER);
    return config;
  }

  private static String create(ContainerConfig.Builder config) {
    return cri()
        .createContainer(
            CreateContainerRequest.newBuilder()
                .setPodSandboxId(sandbox)
                .setConfig(config)
                .setSandboxConfig(pod)
                .build())
        .getContainerId();
  }

  private static String started(ContainerConfig.Builder config) {
    String id = create(config);
    cri().startContainer(StartContainerRequest.newBuilder().setContainerId(id).build());
    return id;
  }

  private static ContainerStatus status(String id) {
    return cri()
        .containerStatus(ContainerStatusRequest.newBuilder().setContainerId(id).build())
        .getStatus();
  }

  private static long ticks(Path log) {
    return text(log).lines().count();
  }

  @Test
  void everythingIsKnownAgainAndGoesOn() throws Exception {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    String ticking = started(config("ticking", "while :; do echo tick; sleep 0.05; done"));
    String ended = started(config("ended", "exit 3"));
    String ending =
        started(
            config("ending", "until [ -e /shared/go ]; do sleep 0.05; done; exit 7")
                .addMounts(
                    Mount.newBuilder().setContainerPath("/shared").setHostPath(shared.toString())));
    String waiting = create(config("waiting", "exit 5"));
    String shell =
        started(
            config("shell", "while read line; do echo \"you said $line\"; done")
                .setStdin(true)
                .setTty(true));
    Await.until("an exit", () -> status(ended).getState() == ContainerState.CONTAINER_EXITED);

    kill();
    Path log = directory.resolve("logs/ticking.log");
    long before = ticks(log);
    Await.until("the log goes on while nobody is there", () -> ticks(log) > before + 5);
    Files.createFile(shared.resolve("go"));
    Await.until(
        "an exit that nobody sees", () -> Files.exists(directory.resolve("state/exits/" + ending)));

    launch();
    assertThat(cri().listContainers(ListContainersRequest.getDefaultInstance()).getContainersList())
        .extracting(each -> each.getId() + " " + each.getState())
        .containsExactlyInAnyOrder(
            ticking + " CONTAINER_RUNNING",
            ended + " CONTAINER_EXITED",
            ending + " CONTAINER_EXITED",
            waiting + " CONTAINER_CREATED",
            shell + " CONTAINER_RUNNING");
    assertThat(status(ended).getExitCode()).isEqualTo(3);
    assertThat(status(ending).getExitCode()).isEqualTo(7);
    long now = ticks(log);
    Await.until("the log still goes on", () -> ticks(log) > now + 5);
    assertThat(
            cri()
                .execSync(
                    ExecSyncRequest.newBuilder()
                        .setContainerId(ticking)
                        .addAllCmd(List.of("id", "-u"))
                        .setTimeout(20)
                        .build())
                .getStdout()
                .toStringUtf8())
        .isEqualTo("1000\n");
    cri().startContainer(StartContainerRequest.newBuilder().setContainerId(waiting).build());
    Await.until("its exit", () -> status(waiting).getState() == ContainerState.CONTAINER_EXITED);
    assertThat(status(waiting).getExitCode()).isEqualTo(5);
    talkTo(shell);
  }

  /** Attaches to the terminal of a container that an earlier runtime started. */
  private static void talkTo(String shell) throws InterruptedException {
    String url =
        cri()
            .attach(
                AttachRequest.newBuilder()
                    .setContainerId(shell)
                    .setStdin(true)
                    .setStdout(true)
                    .setTty(true)
                    .build())
            .getUrl();
    Queue<String> said = new ConcurrentLinkedQueue<>();
    try (HttpClient http = HttpClient.newHttpClient()) {
      WebSocket socket =
          http.newWebSocketBuilder()
              .subprotocols("v5.channel.k8s.io")
              .buildAsync(URI.create(url.replace("http:", "ws:")), new Listener(said))
              .join();
      byte[] line = "\0hello\n".getBytes(StandardCharsets.UTF_8);
      socket.sendBinary(ByteBuffer.wrap(line), true).join();
      Await.until(
          "an answer from the terminal", () -> String.join("", said).contains("you said hello"));
      socket.abort();
    }
  }

  private record Listener(Queue<String> said) implements WebSocket.Listener {
    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
      said.add(StandardCharsets.UTF_8.decode(data).toString());
      from.request(1);
      return null;
    }
  }
}
