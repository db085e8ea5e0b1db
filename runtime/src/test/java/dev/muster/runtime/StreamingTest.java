package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ExecRequest;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PortForwardRequest;
import dev.muster.linux.Namespaces;
import dev.muster.testing.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exec, attach and port-forward by clients of both kinds. */
class StreamingTest extends SandboxTest {
  private static String container;

  @BeforeAll
  static void start() {
    container = runtime.running(sandbox, pod, runtime.config("tools", "sleep", "1000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"v5.channel.k8s.io", "v4.channel.k8s.io"})
  void aCommandOverAWebSocket(String protocol) throws Exception {
    String url = exec(false, "sh", "-c", "read line; echo got $line; id -u; echo bad >&2; exit 3");
    try (WebSocketClient client = new WebSocketClient(url, protocol)) {
      assertThat(client.protocol()).isEqualTo(protocol);
      client.send(0, "hello\n");
      assertThat(client.awaitClose()).isEqualTo(1000);
      assertThat(client.text(1)).isEqualTo("got hello\n1000\n");
      assertThat(client.text(2)).isEqualTo("bad\n");
      assertThat(client.text(3))
          .isEqualTo(
              "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"command terminated with non-zero exit code: exit status 3\","
                  + "\"reason\":\"NonZeroExitCode\",\"details\":{\"causes\":[{\"reason\":\"ExitCode\",\"message\":\"3\"}]}}");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aProgramThatIsNotThereIsAnErrorAndNotItsOutput(boolean terminal) throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(exec(terminal, "no-such-program"), "v5.channel.k8s.io")) {
      client.awaitClose();
      assertThat(client.text(1) + client.text(2)).isEmpty();
      assertThat(client.text(3))
          .contains("\"status\":\"Failure\"", "\"reason\":\"InternalError\"")
          .contains("exec: \\\"no-such-program\\\": executable file not found in $PATH")
          .doesNotContain("level=error");
    }
  }

  @Test
  void theEndOfInputIsPassedOn() throws Exception {
    try (WebSocketClient client = new WebSocketClient(exec(false, "cat"), "v5.channel.k8s.io")) {
      client.send(0, "all of it");
      client.end(0);
      client.awaitClose();
      assertThat(client.text(1)).isEqualTo("all of it");
      assertThat(client.text(3)).isEqualTo("{\"metadata\":{},\"status\":\"Success\"}");
    }
  }

  @Test
  void aClientThatSaysGoodbyeHasItsInputReadToTheEnd() throws Exception {
    String text = "x".repeat(200_000);
    try (WebSocketClient client =
        new WebSocketClient(
            exec(false, "sh", "-c", "cat > /dev/shm/whole; echo > /dev/shm/end"),
            "v4.channel.k8s.io")) {
      for (int at = 0; at < text.length(); at += 20_000) {
        client.send(0, text.substring(at, at + 20_000));
      }
      client.leave();
    }
    assertThat(said("until [ -e /dev/shm/end ]; do sleep 0.1; done; cat /dev/shm/whole"))
        .isEqualTo(text);
  }

  /** More than fits into a pipe. */
  private static final String MUCH =
      "i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done";

  @Test
  void aCommandWithoutItsClientRunsToItsEndWhateverItSays() throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(
            exec(false, "sh", "-c", "echo on; cat; " + MUCH + "; echo > /dev/shm/after"),
            "v5.channel.k8s.io")) {
      client.awaitText(1, "on");
    }
    assertThat(said("until [ -e /dev/shm/after ]; do sleep 0.1; done; echo there"))
        .isEqualTo("there\n");
  }

  @Test
  void notMoreThanSomeOfAContainerGoOnAlone() throws Exception {
    for (int i = 0; i < 20; i++) {
      try (WebSocketClient client =
          new WebSocketClient(
              exec(false, "sh", "-c", "echo on; exec sleep 7654"), "v5.channel.k8s.io")) {
        client.awaitText(1, "on");
      }
    }
    Await.until("as many as may go on", () -> sleeping().count(), count -> count == 16);
    sleeping().forEach(ProcessHandle::destroyForcibly);
    awaitNoProcess("sleep 7654");
  }

  private static Stream<ProcessHandle> sleeping() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").endsWith("sleep 7654"));
  }

  @Test
  void aConnectionStaysUntilTheClientHasSaidGoodbyeToo() throws Exception {
    try (WebSocketClient client = new WebSocketClient(exec(false, "true"), "v5.channel.k8s.io")) {
      client.holdGoodbye();
      assertThat(client.awaitClose()).isEqualTo(1000);
      // still writing, as a client may that has not looked yet
      client.send(0, "late");
      client.leave();
    }
  }

  /** What a command says. */
  private static String said(String script) throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(exec(false, "sh", "-c", script), "v5.channel.k8s.io")) {
      client.awaitClose();
      return client.text(1);
    }
  }

  @Test
  void aTerminalHasItsSize() throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(
            exec(true, "sh", "-c", "while :; do stty size; sleep 0.1; done"),
            "v5.channel.k8s.io")) {
      client.send(4, "{\"Width\":123,\"Height\":45}");
      client.awaitText(1, "45 123\r\n");
    }
    awaitNoProcess("stty size");
  }

  @Test
  void aCommandOverSpdy() throws Exception {
    try (SpdyClient client =
        new SpdyClient(exec(false, "sh", "-c", "cat; echo err >&2"), "v4.channel.k8s.io")) {
      assertThat(client.answer)
          .startsWith("HTTP/1.1 101")
          .containsIgnoringCase("x-stream-protocol-version: v4.channel.k8s.io");
      int error = client.open(Map.of("streamtype", "error"));
      int stdin = client.open(Map.of("streamtype", "stdin"));
      int stdout = client.open(Map.of("streamtype", "stdout"));
      int stderr = client.open(Map.of("streamtype", "stderr"));
      client.write(stdin, "through", true);
      assertThat(client.read(error, "")).isEqualTo("{\"metadata\":{},\"status\":\"Success\"}");
      assertThat(client.read(stdout, "")).isEqualTo("through");
      assertThat(client.read(stderr, "")).isEqualTo("err\n");
    }
  }

  @Test
  void aTerminalOverSpdy() throws Exception {
    try (SpdyClient client = new SpdyClient(exec(true, "echo", "hello"), "v4.channel.k8s.io")) {
      int error = client.open(Map.of("streamtype", "error"));
      client.open(Map.of("streamtype", "stdin"));
      int stdout = client.open(Map.of("streamtype", "stdout"));
      client.open(Map.of("streamtype", "resize"));
      // a quick command may write before runc has told its inner terminal to leave line ends alone
      assertThat(client.read(stdout, "")).matches("hello\r{1,2}\n");
      assertThat(client.read(error, "")).contains("Success");
    }
  }

  @Test
  void aUrlHoldsOnceAndOnlyForAnUpgrade() throws Exception {
    String url = exec(false, "echo", "once");
    try (SpdyClient first = new SpdyClient(url, "v4.channel.k8s.io")) {
      assertThat(first.answer).startsWith("HTTP/1.1 101");
    }
    try (SpdyClient second = new SpdyClient(url, "v4.channel.k8s.io")) {
      assertThat(second.answer).startsWith("HTTP/1.1 404");
    }
    try (SpdyClient guess =
        new SpdyClient(url.replaceAll("[^/]*$", "guess"), "v4.channel.k8s.io")) {
      assertThat(guess.answer).startsWith("HTTP/1.1 404");
    }
    try (SpdyClient other = new SpdyClient(exec(false, "echo"), "v9.channel.k8s.io")) {
      assertThat(other.answer).startsWith("HTTP/1.1 403");
    }
    assertThat(url).startsWith("http://127.0.0.1:");
  }

  @Test
  void theFirstProcessIsAttachedTo() throws Exception {
    ContainerConfig.Builder config = runtime.config("tools", "sh").setStdin(true);
    String shell = runtime.running(sandbox, pod, config);
    try (SpdyClient client = new SpdyClient(attach(shell), "v4.channel.k8s.io")) {
      client.open(Map.of("streamtype", "error"));
      int stdin = client.open(Map.of("streamtype", "stdin"));
      int stdout = client.open(Map.of("streamtype", "stdout"));
      client.open(Map.of("streamtype", "stderr"));
      client.write(stdin, "echo hello\n", false);
      assertThat(client.read(stdout, "hello")).isEqualTo("hello\n");
    }
    assertThat(runtime.status(shell).getState().name()).isEqualTo("CONTAINER_RUNNING");
    runtime.remove(shell);
  }

  @Test
  void theFirstProcessWithInputForOnceEndsWithIt() throws Exception {
    ContainerConfig.Builder config =
        runtime.config("tools", "sh").setStdin(true).setStdinOnce(true).clearLinux();
    PodSandboxConfig.Builder shared = runtime.pod();
    shared.getLinuxBuilder().clearSecurityContext();
    PodSandboxConfig other = shared.build();
    String box = runtime.run(other);
    String shell = runtime.running(box, other, config);
    try (SpdyClient client = new SpdyClient(attach(shell), "v4.channel.k8s.io")) {
      int error = client.open(Map.of("streamtype", "error"));
      int stdin = client.open(Map.of("streamtype", "stdin"));
      int stdout = client.open(Map.of("streamtype", "stdout"));
      int stderr = client.open(Map.of("streamtype", "stderr"));
      client.write(stdin, "echo -n hello\n", false);
      assertThat(client.read(stdout, "hello")).isEqualTo("hello");
      client.write(stdin, "", true);
      assertThat(client.read(error, "")).contains("Success");
      assertThat(client.read(stderr, "")).isEmpty();
    }
    assertThat(runtime.ended(shell).getExitCode()).isZero();
    runtime.removeSandbox(box);
  }

  @Test
  void portsOfTheSandboxAreReachedFromInside() throws Exception {
    Path namespace = Path.of("/proc/" + runtime.pid(container) + "/ns/net");
    try (ServerSocket server =
        Namespaces.in(namespace, () -> new ServerSocket(0, 5, InetAddress.getLoopbackAddress()))) {
      Thread.ofPlatform().daemon().start(() -> greet(server));
      String port = Integer.toString(server.getLocalPort());
      try (SpdyClient client = new SpdyClient(ports(List.of()), "portforward.k8s.io")) {
        for (String request : List.of("0", "1")) {
          client.open(Map.of("streamtype", "error", "port", port, "requestid", request));
          int data = client.open(Map.of("streamtype", "data", "port", port, "requestid", request));
          client.write(data, "you", true);
          assertThat(client.read(data, "")).isEqualTo("hello you");
        }
        int error = client.open(Map.of("streamtype", "error", "port", "1", "requestid", "2"));
        client.open(Map.of("streamtype", "data", "port", "1", "requestid", "2"));
        assertThat(client.read(error, "")).contains("error forwarding port 1 to pod");
      }
      try (WebSocketClient client =
          new WebSocketClient(ports(List.of(server.getLocalPort())), "v4.channel.k8s.io")) {
        client.send(0, "web");
        client.awaitText(0, "hello web");
      }
    }
  }

  private static String attach(String id) {
    return runtime
        .cri()
        .attach(
            AttachRequest.newBuilder()
                .setContainerId(id)
                .setStdin(true)
                .setStdout(true)
                .setStderr(true)
                .build())
        .getUrl();
  }

  /** Answers each connection's first bytes. */
  private static void greet(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        byte[] name = new byte[64];
        int n = client.getInputStream().read(name);
        client
            .getOutputStream()
            .write(
                ("hello " + new String(name, 0, n, StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8));
      } catch (java.io.IOException closed) {
        return;
      }
    }
  }

  private static String exec(boolean terminal, String... command) {
    return runtime
        .cri()
        .exec(
            ExecRequest.newBuilder()
                .setContainerId(container)
                .addAllCmd(List.of(command))
                .setStdin(true)
                .setStdout(true)
                .setStderr(!terminal)
                .setTty(terminal)
                .build())
        .getUrl();
  }

  private static String ports(List<Integer> ports) {
    return runtime
        .cri()
        .portForward(
            PortForwardRequest.newBuilder().setPodSandboxId(sandbox).addAllPort(ports).build())
        .getUrl();
  }

  /** A command on a terminal dies with its client. */
  private static void awaitNoProcess(String part) throws Exception {
    Await.until(
        "the end of " + part,
        () ->
            ProcessHandle.allProcesses()
                .noneMatch(each -> each.info().commandLine().orElse("").contains(part)),
        Boolean::booleanValue);
  }
}
