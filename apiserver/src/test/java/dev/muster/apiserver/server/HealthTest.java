package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.controllers.LiveCluster;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class HealthTest {
  private static final String STARTED =
      """
      [+]poststarthook/priority-and-fairness-config-consumer ok
      [+]poststarthook/priority-and-fairness-filter ok
      [+]poststarthook/start-system-namespaces-controller ok
      [+]poststarthook/rbac/bootstrap-roles ok
      [+]poststarthook/scheduling/bootstrap-system-priority-classes ok
      [+]poststarthook/priority-and-fairness-config-producer ok
      [+]poststarthook/start-cluster-authentication-info-controller ok
      [+]poststarthook/kube-apiserver-autoregistration ok
      [+]autoregister-completion ok
      """;

  @TempDir Path directory;

  @Test
  void everyCheckIsReported() throws IOException {
    try (LiveCluster cluster = new LiveCluster(directory)) {
      assertThat(cluster.text("/livez?verbose"))
          .isEqualTo("[+]ping ok\n[+]log ok\n[+]etcd ok\n" + STARTED + "livez check passed\n");
      assertThat(cluster.text("/readyz?verbose"))
          .isEqualTo(
              "[+]ping ok\n[+]log ok\n[+]etcd ok\n[+]etcd-readiness ok\n[+]storage-quota ok\n"
                  + "[+]informer-sync ok\n"
                  + STARTED
                  + "[+]shutdown ok\nreadyz check passed\n");
      assertThat(cluster.text("/livez?verbose&exclude=etcd&exclude=b&exclude=a"))
          .isEqualTo(
              "[+]ping ok\n[+]log ok\n[+]etcd excluded: ok\n"
                  + STARTED
                  + "warn: some health checks cannot be excluded: no matches for \"a\",\"b\"\n"
                  + "livez check passed\n");
      assertThat(cluster.text("/readyz/informer-sync")).isEqualTo("ok");
    }
  }

  @Test
  void aServerThatIsAboutToStopIsNotReadyButAlive() throws IOException {
    try (LiveCluster cluster = new LiveCluster(directory)) {
      assertThat(cluster.text("/readyz")).isEqualTo("ok");
      cluster.server().drain();
      HttpResponse<String> ready = cluster.send("GET", "/readyz", "");
      assertThat(ready.statusCode()).isEqualTo(500);
      assertThat(ready.body())
          .endsWith("[-]shutdown failed: reason withheld\nreadyz check failed\n");
      assertThat(cluster.text("/readyz/shutdown"))
          .isEqualTo("internal server error: process is shutting down\n");
      assertThat(cluster.text("/readyz?exclude=shutdown")).isEqualTo("ok");
      assertThat(cluster.text("/livez")).isEqualTo("ok");
      assertThat(cluster.exists("/api/v1/namespaces/default")).isTrue();
    }
  }
}
