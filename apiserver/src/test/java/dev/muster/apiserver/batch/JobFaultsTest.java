package dev.muster.apiserver.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.InProcessControllers;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.controllers.RunningControllers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Controllers that are stopped between any two writes, again and again. */
@Timeout(120)
@SuppressWarnings("try") // running is all that is asked of them
class JobFaultsTest {
  private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final int COMPLETIONS = 40;

  @Test
  void everyPodIsMadeAndCountedOnce(@TempDir Path directory) throws IOException {
    Random random = new Random(7);
    try (RunningServer server = RunningServer.recordedWithControllers(directory)) {
      Client client = server.client();
      assertThat(
              client
                  .json(
                      "POST",
                      JOBS,
                      "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"j\"},\"spec\":{\"completions\":"
                          + COMPLETIONS
                          + ",\"parallelism\":8,\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}")
                  .status())
          .isEqualTo(201);
      Set<String> made = new HashSet<>();
      JsonNode job = client.get(JOBS + "/j").json();
      while (job.at("/status/completionTime").isMissingNode()) {
        try (RunningControllers controllers = InProcessControllers.start(server.server())) {
          long until = System.nanoTime() + 1_000_000L * (150 + random.nextInt(250));
          while (System.nanoTime() < until) {
            endSome(client, random, made);
            LockSupport.parkNanos(1_000_000);
          }
        }
        job = client.get(JOBS + "/j").json();
        assertThat(job.at("/status/succeeded").asInt()).isLessThanOrEqualTo(COMPLETIONS);
      }
      assertThat(job.at("/status/succeeded").asInt()).isEqualTo(COMPLETIONS);
      assertThat(job.at("/status/failed").asInt()).isZero();
      assertThat(job.at("/status/uncountedTerminatedPods")).isEmpty();
      JsonNode pods = client.get(PODS).json().path("items");
      pods.forEach(pod -> made.add(pod.at("/metadata/uid").asText()));
      assertThat(made).hasSize(COMPLETIONS);
      assertThat(pods).allMatch(pod -> !pod.path("metadata").has("finalizers"));
    }
  }

  /** As nodes would, in no order. */
  private static void endSome(Client client, Random random, Set<String> seen) {
    for (JsonNode pod : client.get(PODS).json().path("items")) {
      seen.add(pod.at("/metadata/uid").asText());
      if (pod.at("/status/phase").asText().equals("Pending") && random.nextInt(3) == 0) {
        client.text(
            "PATCH",
            PODS + "/" + pod.at("/metadata/name").asText() + "/status",
            "application/merge-patch+json",
            "{\"status\":{\"phase\":\"Succeeded\"}}");
      }
    }
  }
}
