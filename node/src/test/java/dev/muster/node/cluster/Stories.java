package dev.muster.node.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.api.ApiClient;
import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Debian's containerd and a cluster on it, for stories of pods that do not disturb each other. */
public final class Stories implements AutoCloseable {
  private final Path directory;
  private final Containerd containerd;
  private final TestCluster cluster;
  private final Kubectl kubectl;

  Stories() throws IOException {
    directory = Files.createTempDirectory("muster-node");
    containerd = Containerd.start(directory);
    cluster = TestCluster.start(directory, containerd.socket());
    kubectl = cluster.kubectl();
  }

  /** Not shared: for a test that takes things apart. */
  public static Stories onTheirOwn() throws IOException {
    return new Stories();
  }

  public Path directory() {
    return directory;
  }

  public Containerd containerd() {
    return containerd;
  }

  public TestCluster cluster() {
    return cluster;
  }

  public Kubectl kubectl() {
    return kubectl;
  }

  /** Creates a pod that ends within a second of its deletion. */
  public void run(String name, String spec) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          terminationGracePeriodSeconds: 1
        %s
        """
            .formatted(name, spec.indent(2)));
  }

  public void runs(String name) {
    kubectl.await("pod " + name, "{.status.phase}", "Running"::equals);
  }

  /** Deletes a pod, and sees that nothing is left of it. */
  public void gone(String name) {
    String uid = kubectl.get("pod " + name, "{.metadata.uid}");
    kubectl.run("delete", "pod", name, "--timeout=60s").ok();
    Await.until("what is left of " + name, () -> cluster.traces(uid), traces -> traces.isEmpty());
  }

  /** Deletes pods that nobody has deleted. */
  void clear() throws IOException {
    try (ApiClient admin = cluster.admin()) {
      for (JsonNode pod : admin.get("/api/v1/namespaces/default/pods").path("items")) {
        gone(pod.path("metadata").path("name").asText());
      }
    }
  }

  /** What the container printed until now. */
  public String log(String name, String... options) {
    String[] words =
        Stream.concat(Stream.of("logs", name), Stream.of(options)).toArray(String[]::new);
    return kubectl.run(words).ok();
  }

  /** Runs a command in a pod's only container. */
  public String exec(String name, String... command) {
    String[] words =
        Stream.concat(Stream.of("exec", name, "--"), Stream.of(command)).toArray(String[]::new);
    return kubectl.run(words).ok();
  }

  public void awaitEvent(String pod, String text) {
    kubectl.awaitEvent(pod, text);
  }

  @Override
  public void close() throws IOException {
    kubectl.run("delete", "pods", "--all", "-A", "--grace-period=1", "--timeout=60s");
    cluster.close();
    containerd.close();
    HostCommand.run("rm", "-rf", "--one-file-system", directory.toString());
  }
}
