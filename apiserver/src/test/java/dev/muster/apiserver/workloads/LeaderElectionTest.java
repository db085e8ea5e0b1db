package dev.muster.apiserver.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.client.api.ApiClient;
import dev.muster.client.leases.LeaderElection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of several that would like to work, one does. */
@MostlyWaits
class LeaderElectionTest {
  private static final LeaderElection.Timing QUICK =
      new LeaderElection.Timing(
          Duration.ofSeconds(1), Duration.ofMillis(600), Duration.ofMillis(100));

  private static RunningServer server;
  private static ApiClient client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.recordedWithControllers(directory);
    client = new ApiClient(server.server().controllerConnections().shared());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  /** The one Lease that {@code system:kube-controller-manager} may have. */
  private static LeaderElection contender(String identity) {
    return new LeaderElection(
        client, "kube-system", "kube-controller-manager", identity, QUICK, Clock.systemUTC());
  }

  @Test
  void theSecondWaitsUntilTheFirstLetsGoOrIsSilentForTooLong() throws Exception {
    LeaderElection first = contender("first");
    first.acquire();
    CountDownLatch second = new CountDownLatch(1);
    Thread keeper = Thread.ofVirtual().start(() -> quietly(first::keep));
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () ->
                    quietly(
                        () -> {
                          contender("second").acquire();
                          second.countDown();
                        }));
    assertThat(second.await(1500, TimeUnit.MILLISECONDS)).isFalse();
    keeper.interrupt();
    keeper.join();
    // it is not released: who is gone without a word is waited for, for as long as its lease lasts
    assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();
    waiting.join();
    first.keep();
    String path = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/";
    assertThat(client.get(path + "kube-controller-manager").at("/spec/holderIdentity").asText())
        .isEqualTo("second");
    assertThat(client.get(path + "kube-controller-manager").at("/spec/leaseTransitions").asInt())
        .isEqualTo(1);
  }

  /** Something that can be interrupted. */
  private interface Waiting {
    void run() throws InterruptedException;
  }

  private static void quietly(Waiting work) {
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
