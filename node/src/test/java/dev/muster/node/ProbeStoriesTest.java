package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.ProbedServer;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.kubectl.Kubectl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Commands, requests, connections and gRPC, each as startup, readiness and liveness probe. */
@ExtendWith(OnContainerd.class)
class ProbeStoriesTest {
  private final Stories pods;
  private final Kubectl kubectl;

  ProbeStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void everyKindOfProbeInEveryRole() throws Exception {
    Path files = Files.createDirectory(pods.directory().resolve("probes"));
    try (ProbedServer server = new ProbedServer(files)) {
      server.set("liveness", true);
      StringBuilder containers = new StringBuilder();
      for (String kind : new String[] {"exec", "http", "tcp", "grpc"}) {
        containers.append(
            """
            - name: %s
              image: muster.test/tools:1
              volumeMounts: [{name: files, mountPath: /files}]
              startupProbe: {%s, periodSeconds: 1, failureThreshold: 60}
              readinessProbe: {%s, periodSeconds: 1, failureThreshold: 1}
              livenessProbe: {%s, periodSeconds: 1, failureThreshold: 1}
            """
                .formatted(
                    kind,
                    action(kind, "startup", server),
                    action(kind, "readiness", server),
                    action(kind, "liveness", server)));
      }
      pods.run(
          "probed",
          "hostNetwork: true\nvolumes: [{name: files, hostPath: {path: %s}}]\ncontainers:\n%s"
              .formatted(files, containers));
      for (String text :
          new String[] {
            "Startup probe failed: cat: /files/startup: No such file or directory",
            "Startup probe failed: HTTP probe failed with statuscode: 503",
            "Startup probe failed: dial tcp 127.0.0.1:%d: connect: connection refused"
                .formatted(server.tcpPort("startup")),
            "Startup probe failed: service unhealthy (responded with \"NOT_SERVING\")"
          }) {
        pods.awaitEvent("probed", text);
      }
      awaitAll("{.status.containerStatuses[*].started}", "false");
      server.set("startup", true);
      awaitAll("{.status.containerStatuses[*].started}", "true");
      assertThat(kubectl.get("pod probed", "{.status.containerStatuses[*].ready}"))
          .isEqualTo("false false false false");
      server.set("readiness", true);
      awaitAll("{.status.containerStatuses[*].ready}", "true");
      server.set("readiness", false);
      awaitAll("{.status.containerStatuses[*].ready}", "false");
      awaitAll("{.status.containerStatuses[*].restartCount}", "0");
      server.set("liveness", false);
      awaitAll("{.status.containerStatuses[*].restartCount}", "1");
      pods.awaitEvent("probed", "Container grpc failed liveness probe, will be restarted");
      assertThat(pods.cluster().agent().metrics())
          .contains(
              "prober_probe_total{probe_type=\"Liveness\",result=\"failed\",container=\"tcp\"");
      pods.gone("probed");
    }
  }

  private void awaitAll(String path, String value) {
    kubectl.await("pod probed", path, String.join(" ", value, value, value, value)::equals);
  }

  private static String action(String kind, String check, ProbedServer server) {
    return switch (kind) {
      case "exec" -> "exec: {command: [cat, /files/%s]}".formatted(check);
      case "http" -> "httpGet: {path: /%s, port: %d}".formatted(check, server.httpPort());
      case "tcp" -> "tcpSocket: {port: %d}".formatted(server.tcpPort(check));
      default -> "grpc: {port: %d, service: %s}".formatted(server.grpcPort(), check);
    };
  }

  @Test
  void aContainerThatDoesNotStartUpIsStartedAgain() {
    pods.run(
        "slow",
        """
        containers:
        - name: main
          image: muster.test/tools:1
          startupProbe: {exec: {command: [cat, /never]}, periodSeconds: 1, failureThreshold: 1}
        """);
    kubectl.await("pod slow", "{.status.containerStatuses[0].restartCount}", "1"::equals);
    pods.awaitEvent("slow", "Container main failed startup probe, will be restarted");
    pods.gone("slow");
  }

  @Test
  void aCommandThatTakesTooLongHasFailed() {
    pods.run(
        "late",
        """
        containers:
        - name: main
          image: muster.test/tools:1
          readinessProbe: {exec: {command: [sleep, "100"]}, timeoutSeconds: 1, periodSeconds: 1}
        """);
    pods.awaitEvent(
        "late", "Readiness probe failed: command timed out: \"sleep 100\" timed out after 1s");
    pods.gone("late");
  }

  @Test
  void whatIsWellButOddIsToldInEvents() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        request -> {
          request.getResponseHeaders().set("Location", "http://elsewhere.example/");
          request.sendResponseHeaders(302, -1);
          request.close();
        });
    server.start();
    try {
      pods.run(
          "odd",
          """
          hostNetwork: true
          containers:
          - name: main
            image: muster.test/tools:1
            readinessProbe: {httpGet: {path: /, port: %d}, periodSeconds: 1}
          """
              .formatted(server.getAddress().getPort()));
      kubectl.await("pod odd", "{.status.containerStatuses[0].ready}", "true"::equals);
      pods.awaitEvent("odd", "Readiness probe warning: Probe terminated redirects");
      pods.gone("odd");
    } finally {
      server.stop(0);
    }
  }
}
