package dev.muster.apiserver.fabric8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.ServerOfTheClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Leader election on a Lease: compare-and-set decides, one leader at a time. */
@Timeout(120)
@MostlyWaits
class Fabric8LeaderElectionTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static KubernetesClient client;

  @BeforeAll
  static void fill() {
    client = Fabric8.client(SERVER.running());
  }

  @AfterAll
  static void stop() {
    client.close();
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
