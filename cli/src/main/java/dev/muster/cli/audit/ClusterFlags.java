package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which cluster is asked, and about which of its pods. */
final class ClusterFlags {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int LONGEST_ANSWER = 256 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  @Mixin private KubeconfigFlag cluster = new KubeconfigFlag();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "only this one's pods; all namespaces' if not given")
  private @Nullable String namespace;

  RemoteServer open() {
    return new RemoteServer(ClientConfig.read(cluster.file()));
  }

  /** The pods whose containers run or are to run. */
  List<JsonNode> livePods(RemoteServer server) throws IOException, InterruptedException {
    String path = namespace == null ? "/api/v1/pods" : "/api/v1/namespaces/" + namespace + "/pods";
    RemoteServer.Answer answer = server.send(path, null, TIMEOUT, LONGEST_ANSWER);
    JsonNode body = JSON.readTree(answer.body());
    if (answer.code() != 200) {
      throw new IOException(body.path("message").asText("the server answered " + answer.code()));
    }
    List<JsonNode> pods = new ArrayList<>();
    for (JsonNode pod : body.path("items")) {
      String phase = pod.path("status").path("phase").asText();
      if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
        pods.add(pod);
      }
    }
    return pods;
  }

  /** What the server says to a post. */
  static JsonNode post(RemoteServer server, String path, JsonNode object)
      throws IOException, InterruptedException {
    RemoteServer.Answer answer =
        server.send(path, JSON.writeValueAsBytes(object), TIMEOUT, LONGEST_ANSWER);
    return JSON.readTree(answer.body());
  }
}
