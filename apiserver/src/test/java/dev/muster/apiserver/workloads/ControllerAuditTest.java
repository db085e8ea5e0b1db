package dev.muster.apiserver.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.InProcessControllers;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Auditing;
import dev.muster.controllers.RunningControllers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What controllers of the same process do is in the audit log, under their names. */
@SuppressWarnings("try") // running is all that is asked of them
class ControllerAuditTest {
  private static final String RC =
      """
      {"apiVersion":"v1","kind":"ReplicationController","metadata":{"name":"r"},
       "spec":{"replicas":1,"selector":{"app":"r"},"template":{"metadata":{"labels":{"app":"r"}},
        "spec":{"containers":[{"name":"c","image":"i"}]}}}}
      """;

  @Test
  void aPodThatAControllerMakesIsItsOwn(@TempDir Path directory) throws Exception {
    Path log = directory.resolve("audit.log");
    try (RunningServer server =
            RunningServer.configured(directory, config -> config.with(Auditing.to(log)));
        RunningControllers running = InProcessControllers.start(server.server())) {
      server
          .client()
          .send(
              "POST",
              "/api/v1/namespaces/default/replicationcontrollers",
              RC.getBytes(StandardCharsets.UTF_8),
              Map.of("Content-Type", List.of("application/json")));
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (created(log) == 0 && System.nanoTime() < end) {
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
      assertThat(created(log)).isEqualTo(1);
    }
  }

  private static long created(Path log) throws Exception {
    if (!Files.exists(log)) {
      return 0;
    }
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains("\"stage\":\"ResponseComplete\""))
        .filter(line -> line.contains("\"verb\":\"create\""))
        .filter(line -> line.contains("\"resource\":\"pods\""))
        .filter(
            line ->
                line.contains(
                    "\"username\":\"system:serviceaccount:kube-system:replication-controller\""))
        .count();
  }
}
