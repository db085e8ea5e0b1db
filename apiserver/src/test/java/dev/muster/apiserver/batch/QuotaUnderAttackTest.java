package dev.muster.apiserver.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.InProcessControllers;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.controllers.RunningControllers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A tenant that creates and deletes as quickly as it can, so that counting is always behind. */
@Timeout(120)
class QuotaUnderAttackTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String QUOTA = "/api/v1/namespaces/default/resourcequotas";
  private static final int LIMIT = 3;

  @Test
  void thereAreNeverMoreThanTheQuotaAllowsAndItRecovers(@TempDir Path directory)
      throws IOException, InterruptedException, ExecutionException {
    try (RunningServer server = RunningServer.recordedWithControllers(directory);
        RunningControllers controllers = InProcessControllers.start(server.server());
        ExecutorService tenants = Executors.newVirtualThreadPerTaskExecutor()) {
      Client client = server.client();
      assertThat(
              client
                  .json(
                      "POST",
                      QUOTA,
                      "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuota\",\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"3\"}}}")
                  .status())
          .isEqualTo(201);
      awaitUsed(client, "0");
      List<Future<Integer>> attacks = new ArrayList<>();
      for (int tenant = 0; tenant < 4; tenant++) {
        String name = "t" + tenant;
        attacks.add(tenants.submit(() -> attack(client, name)));
      }
      int admitted = 0;
      for (Future<Integer> attack : attacks) {
        admitted += attack.get();
      }
      assertThat(admitted).isGreaterThanOrEqualTo(LIMIT);
      awaitUsed(client, "0");
      assertThat(controllers.fault()).isEmpty();
    }
  }

  /** How many pods were let in; fails as soon as there are too many at once. */
  private static int attack(Client client, String name) {
    int admitted = 0;
    long until = System.nanoTime() + 2_000_000_000L;
    for (int i = 0; System.nanoTime() < until; i++) {
      String pod = name + "-" + i;
      int status =
          client
              .json(
                  "POST",
                  PODS,
                  "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\""
                      + pod
                      + "\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}")
              .status();
      if (status == 201) {
        admitted++;
        assertThat(client.get(PODS).json().path("items").size()).isLessThanOrEqualTo(LIMIT);
        client.delete(PODS + "/" + pod);
      }
    }
    return admitted;
  }

  private static void awaitUsed(Client client, String pods) {
    while (!client.get(QUOTA + "/q").at("/status/used/pods").equals(pods)) {
      LockSupport.parkNanos(5_000_000);
    }
  }
}
