package dev.muster.apiserver.fabric8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.RunningServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Leader election on a Lease: compare-and-set decides, one leader at a time. */
@Timeout(120)
class Fabric8LeaderElectionTest {
  private static RunningServer server;
  private static KubernetesClient client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    client = Fabric8.client(server);
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static CompletableFuture<?> candidate(String name, BlockingQueue<String> events) {
    return client
        .leaderElector()
        .withConfig(
            new LeaderElectionConfigBuilder()
                .withName("election")
                .withLock(new LeaseLock("default", "election", name))
                .withLeaseDuration(Duration.ofSeconds(30))
                .withRenewDeadline(Duration.ofSeconds(20))
                .withRetryPeriod(Duration.ofMillis(200))
                .withReleaseOnCancel()
                .withLeaderCallbacks(
                    new LeaderCallbacks(
                        () -> events.add(name + " leads"),
                        () -> events.add(name + " stops"),
                        leader -> {}))
                .build())
        .build()
        .start();
  }

  @Test
  void theSecondLeadsOnlyAfterTheFirstHasLetGo() throws InterruptedException {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    CompletableFuture<?> first = candidate("first", events);
    assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("first leads");
    CompletableFuture<?> second = candidate("second", events);
    first.cancel(true);
    assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("first stops");
    assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("second leads");
    assertThat(
            client
                .leases()
                .inNamespace("default")
                .withName("election")
                .get()
                .getSpec()
                .getHolderIdentity())
        .isEqualTo("second");
    second.cancel(true);
  }
}
