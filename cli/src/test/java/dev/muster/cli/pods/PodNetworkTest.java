package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reaches pods under {@code muster up}, and what they reach: with and without a network. */
class PodNetworkTest {
  private static final String IMAGE = "muster.local/host-tools:1";

  private static final String POD_PROXY = "/api/v1/namespaces/default/pods/right:8080/proxy/";
  private static final String SERVICE_PROXY =
      "/api/v1/namespaces/default/services/right:web/proxy/";

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static RunningUp up;

  @SuppressWarnings("NullAway.Init")
  private static Kubectl kubectl;

  @SuppressWarnings("NullAway.Init")
  private static PodBridge bridge;

  @BeforeAll
  static void start() throws Exception {
    bridge = new PodBridge(directory.resolve("net.d"), directory.resolve("leases"));
    up = RunningUp.start(directory);
    kubectl = up.kubectl();
  }

  @AfterAll
  static void stop() throws Exception {
    up.cluster().stop(false);
    try {
      assertThat(up.leftovers("")).isEmpty();
      assertThat(bridge.inUse()).isEmpty();
    } finally {
      bridge.remove();
    }
  }

  @Test
  void commandsFilesAndPortsReachIntoAPod() throws Exception {
    kubectl.piped(server("server", PROBED), "apply", "-f", "-").ok();
    kubectl.run("wait", "--for=condition=Ready", "pod/server", "--timeout=60s").ok();
    assertThat(kubectl.piped("from outside", "exec", "-i", "server", "--", "cat").ok())
        .isEqualTo("from outside");
    assertThat(kubectl.run("exec", "server", "--", "sh", "-c", "exit 3").exit()).isEqualTo(3);
    Path note = Files.writeString(directory.resolve("note"), "a note");
    kubectl.run("cp", note.toString(), "server:/tmp/note").ok();
    assertThat(kubectl.run("exec", "server", "--", "cat", "/tmp/note").ok()).isEqualTo("a note");
    assertThat(forwarded("server")).isEqualTo("hello");
  }

  /** A pod without an address has ports of its own, and whoever has them on the host is not it. */
  @ParameterizedTest
  @ValueSource(strings = {"tcpSocket: {port: %d}", "httpGet: {port: %d}", "grpc: {port: %d}"})
  void aProcessOfTheHostMakesNoPodReady(String probe) throws Exception {
    String name = "sleeper-" + probe.substring(0, 3);
    try (ServerSocket host = new ServerSocket(0)) {
      kubectl
          .piped(
              """
              apiVersion: v1
              kind: Pod
              metadata: {name: %s}
              spec:
                terminationGracePeriodSeconds: 0
                containers:
                - name: c
                  image: %s
                  command: [sleep, "600"]
                  readinessProbe: {%s, periodSeconds: 1}
              """
                  .formatted(name, IMAGE, probe.formatted(host.getLocalPort())),
              "apply",
              "-f",
              "-")
          .ok();
      Await.until("the probe fails", () -> unhealthy(name).contains("127.0.0.1:"));
      assertThat(kubectl.get(name, "{.status.containerStatuses[0].ready}")).isEqualTo("false");
      host.setSoTimeout(1);
      assertThatThrownBy(host::accept).as("nobody came").isInstanceOf(SocketTimeoutException.class);
    }
  }

  private static String unhealthy(String pod) {
    return kubectl
        .run(
            "get",
            "events",
            "--field-selector=reason=Unhealthy,involvedObject.name=" + pod,
            "-o",
            "jsonpath={.items[*].message}")
        .ok();
  }

  /** What the server in a pod says through a port-forward, twice. */
  private static String forwarded(String pod) throws IOException {
    Process forward = kubectl.start("port-forward", "pod/" + pod, ":8080");
    try (BufferedReader out = forward.inputReader()) {
      int port = Integer.parseInt(out.readLine().replaceAll(".*127.0.0.1:(\\d+) .*", "$1"));
      assertThat(fetched("127.0.0.1", port)).isEqualTo("hello");
      return fetched("127.0.0.1", port);
    } finally {
      forward.destroy();
    }
  }

  private static String fetched(String host, int port) throws IOException {
    URLConnection request =
        URI.create("http://" + host + ":" + port + "/").toURL().openConnection();
    return new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** One of the two stays until the end of the tests, where its address has to be given back. */
  @Test
  void podsOnAConfiguredNetworkReachEachOtherAndAreReached() throws Exception {
    int port = freePort();
    bridge.configure();
    try {
      kubectl
          .piped(server("left", PROBED) + server("right", hostPort(port)), "apply", "-f", "-")
          .ok();
      kubectl.run("wait", "--for=condition=Ready", "pod/left", "pod/right", "--timeout=60s").ok();
    } finally {
      bridge.forget();
    }
    String right = kubectl.get("right", "{.status.podIP}");
    assertThat(right).startsWith(bridge.prefix());
    String call =
        "my $s = IO::Socket::INET->new(\""
            + right
            + ":8080\") or die $!; print $s \"\\n\"; print <$s>";
    assertThat(kubectl.run("exec", "left", "--", "perl", "-MIO::Socket::INET", "-e", call).ok())
        .endsWith("hello");
    assertThat(forwarded("left")).isEqualTo("hello");
    assertThat(fetched(bridge.gateway(), port)).as("by the host's port").isEqualTo("hello");
    assertThat(kubectl.run("get", "--raw", POD_PROXY).ok()).as("by its proxy").isEqualTo("hello");
    kubectl.piped(service(right), "apply", "-f", "-").ok();
    assertThat(kubectl.run("get", "--raw", SERVICE_PROXY).ok())
        .as("by a service's proxy")
        .isEqualTo("hello");
    assertThat(PodBridge.leads(port)).isTrue();
    kubectl.run("delete", "pod", "right", "--timeout=60s").ok();
    Await.until("only the other's address and link", () -> inUse().size() == 2);
    assertThat(inUse()).doesNotContain(right);
    assertThat(PodBridge.leads(port)).isFalse();
  }

  /** A service whose one endpoint is the pod "right", at this address. */
  private static String service(String ip) {
    return """
    apiVersion: v1
    kind: Service
    metadata: {name: right}
    spec: {ports: [{name: web, port: 80}]}
    ---
    apiVersion: v1
    kind: Endpoints
    metadata: {name: right}
    subsets:
    - addresses: [{ip: %s, targetRef: {kind: Pod, namespace: default, name: right}}]
      ports: [{name: web, port: 8080}]
    """
        .formatted(ip);
  }

  private static List<String> inUse() {
    try {
      return bridge.inUse();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aPodOnTheHostsNetworkIsAUserOfTheApiServer() {
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: client}
            spec:
              hostNetwork: true
              restartPolicy: Never
              volumes: [{name: usr, hostPath: {path: /usr}}]
              containers:
              - name: c
                image: %s
                command: [kubectl, auth, whoami, -o, "jsonpath={.status.userInfo.username}"]
                volumeMounts: [{name: usr, mountPath: /usr, readOnly: true}]
            """
                .formatted(IMAGE),
            "apply",
            "-f",
            "-")
        .ok();
    kubectl.awaitPhase("client", "Succeeded");
    assertThat(kubectl.run("logs", "client").ok())
        .isEqualTo("system:serviceaccount:default:default");
  }

  /** By the network, where there is one, and else from within the pod's own. */
  private static final String PROBED =
      "readinessProbe: {httpGet: {port: 8080, path: /}, periodSeconds: 1}";

  private static String hostPort(int port) {
    return "ports: [{containerPort: 8080, hostPort: " + port + "}]\n    " + PROBED;
  }

  /** Says hello by HTTP. The host's /usr is shown to it, because it has perl. */
  private static String server(String name, String more) {
    return """
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec:
      terminationGracePeriodSeconds: 1
      volumes: [{name: usr, hostPath: {path: /usr}}]
      containers:
      - name: c
        image: %s
        volumeMounts: [{name: usr, mountPath: /usr, readOnly: true}]
        command:
        - perl
        - -MIO::Socket::INET
        - -e
        - |
          my $s = IO::Socket::INET->new(LocalPort => 8080, Listen => 5, ReuseAddr => 1) or die $!;
          while (my $c = $s->accept) {
            while (<$c>) { last if /^\\r?$/ }
            print $c "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\nConnection: close\\r\\n\\r\\nhello"; close $c;
          }
        %s
    """
        .formatted(name, IMAGE, more);
  }
}
