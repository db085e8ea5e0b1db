package dev.muster.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;

/** Runs pods to their end and reads what they printed. */
final class PodRunner {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(50);

  /**
   * How a pod ended.
   *
   * @param pod as the API server has it
   */
  record Ended(JsonNode pod, String output) {
    boolean succeeded() {
      return pod.at("/status/phase").asText().equals("Succeeded");
    }

    /** The identity that the runtime read from the live process. */
    JsonNode user() {
      return pod.at("/status/containerStatuses/0/user/linux");
    }
  }

  private final Person admin;

  PodRunner(Person admin) {
    this.admin = admin;
  }

  /** Creates a pod with one container of the host's tools; its name is in the metadata. */
  void create(String metadata, String spec, String script)
      throws IOException, InterruptedException {
    create(metadata, spec, "", script);
  }

  /** The same, with a mount besides the one of the volume {@code files}. */
  void create(String metadata, String spec, String mount, String script)
      throws IOException, InterruptedException {
    admin
        .create(
            PODS,
            """
            metadata: %s
            spec:
              restartPolicy: Never
              terminationGracePeriodSeconds: 0
              containers:
              - name: main
                image: muster.local/host-tools:1
                command: [sh, -c, %s]
                volumeMounts: [{name: files, mountPath: /files}, %s]
              %s
            """
                .formatted(metadata, JSON.writeValueAsString(script), mount, spec))
        .orFail("creating a pod");
  }

  /** Waits for the end of a pod that was created. */
  Ended end(String name) throws IOException, InterruptedException {
    JsonNode pod = await(name, each -> ENDED.contains(each.at("/status/phase").asText()));
    return new Ended(pod, output(name));
  }

  String output(String name) throws IOException, InterruptedException {
    return admin.get(PODS + "/" + name + "/log").orFail("reading a log").text().strip();
  }

  JsonNode await(String name, Predicate<JsonNode> condition)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      JsonNode pod = admin.get(PODS + "/" + name).orFail("reading a pod").json();
      if (condition.test(pod)) {
        return pod;
      }
      if (System.nanoTime() > end) {
        throw new IOException(
            "pod %s is %s: %s"
                .formatted(
                    name,
                    pod.at("/status/phase").asText(),
                    pod.at("/status/containerStatuses/0/state")));
      }
      Thread.sleep(PAUSE);
    }
  }
}
