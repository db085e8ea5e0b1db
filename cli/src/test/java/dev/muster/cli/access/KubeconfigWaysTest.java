package dev.muster.cli.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.KubeconfigException;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters are asked by whatever way and as whomever a kubeconfig says, as kubectl does. */
class KubeconfigWaysTest {
  @TempDir private static Path directory;
  private static ApiServer server;
  private static String admin;
  private static String token;

  @BeforeAll
  static void start() throws IOException {
    server = ApiServer.start(ServerConfig.in(directory.resolve("data")).onPort(0));
    admin = Files.readString(server.kubeconfig());
    Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
    kubectl.run("create", "serviceaccount", "ivy").ok();
    token = kubectl.run("create", "token", "ivy").ok().strip();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String whoAmI(String kubeconfig) throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("kubeconfig"), kubeconfig);
    try (ClusterApi cluster = new ClusterApi(ClientConfig.read(file))) {
      User user = new ServerReviews(cluster).oneself();
      return user.name() + " " + user.groups();
    }
  }

  private static String withPlugin(String script, String more) throws IOException {
    Path plugin = Files.writeString(directory.resolve("plugin"), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
    return admin
        .replaceAll(" *client-key-data: .*\\n", "")
        .replaceAll(
            "client-certificate-data: .*",
            "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command:"
                + " ./plugin"
                + more
                + "}");
  }

  @Test
  void aProgramGivesTheToken() throws Exception {
    String script =
        """
        printf %s "$KUBERNETES_EXEC_INFO" > "$SAID"
        echo '{"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",'
        echo '"status": {"token": "'"$1"'"}}'
        """;
    Path said = directory.resolve("said");
    assertThat(
            whoAmI(
                withPlugin(
                    script,
                    ", args: [%s], env: [{name: SAID, value: %s}], provideClusterInfo: true"
                        .formatted(token, said))))
        .startsWith("system:serviceaccount:default:ivy ");
    assertThat(Files.readString(said))
        .startsWith(
            "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
                + "\"spec\":{\"cluster\":{\"server\":\"https://127.0.0.1:")
        .endsWith("\"interactive\":false}}");
  }

  @Test
  void whatExpiresIsAskedForAgain() throws Exception {
    String script =
        """
        echo x >> "$TIMES"
        echo '{"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",'
        echo '"status": {"expirationTimestamp": "2020-01-01T00:00:00Z", "token": "'"$1"'"}}'
        """;
    Path times = directory.resolve("times");
    whoAmI(
        withPlugin(
            script, ", args: [%s], env: [{name: TIMES, value: %s}]".formatted(token, times)));
    assertThat(times).hasContent("x\nx");
  }

  @Test
  void aProgramThatFailsIsNamed() throws IOException {
    String failing = withPlugin("exit 7", "");
    assertThatThrownBy(() -> whoAmI(failing))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageEndingWith("plugin failed with exit code 7");
    assertThatThrownBy(
            () -> whoAmI(failing.replace("./plugin", "./nowhere, installHint: get it at home")))
        .hasMessageContaining("nowhere not found\n\nget it at home");
    String talking = withPlugin("echo secret-of-mine", "");
    assertThatThrownBy(() -> whoAmI(talking))
        .hasMessageEndingWith("decoding stdout: it is not JSON")
        .hasMessageNotContaining("secret-of-mine");
  }

  @Test
  void aUserMayBeSomebodyElse() throws Exception {
    assertThat(
            whoAmI(
                admin.replaceAll(
                    "( *)client-certificate-data:",
                    "$1as: alice\n$1as-groups: [crew]\n$1client-certificate-data:")))
        .isEqualTo("alice [crew, system:authenticated]");
  }

  @Test
  void theServersNameMayBeAnother() throws Exception {
    String named = admin.replaceAll("( *)server: ", "$1tls-server-name: NAME\n$1server: ");
    assertThat(whoAmI(named.replace("NAME", "kubernetes.default.svc"))).isNotEmpty();
    assertThatThrownBy(() -> whoAmI(named.replace("NAME", "elsewhere.example")))
        .hasMessageContaining("certificate is not valid for elsewhere.example");
  }

  @Test
  void theWayMayLeadThroughAProxy() throws Exception {
    try (ServerSocket proxy = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      CompletableFuture<String> asked = CompletableFuture.supplyAsync(() -> tunnel(proxy));
      assertThat(
              whoAmI(
                  admin.replaceAll(
                      "( *)server: ",
                      "$1proxy-url: http://127.0.0.1:" + proxy.getLocalPort() + "\n$1server: ")))
          .isNotEmpty();
      assertThat(asked.get()).startsWith("CONNECT 127.0.0.1:");
    }
  }

  /** Lets one connection through. */
  private static String tunnel(ServerSocket proxy) {
    try {
      Socket client = proxy.accept();
      StringBuilder head = new StringBuilder();
      InputStream in = client.getInputStream();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      String[] target = head.toString().split(" ")[1].split(":");
      Socket there = new Socket(target[0], Integer.parseInt(target[1]));
      client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
      Thread.ofVirtual().start(() -> copy(there, client));
      Thread.ofVirtual().start(() -> copy(client, there));
      return head.toString();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // either side has hung up
    }
  }
}
