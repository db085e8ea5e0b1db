package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.time.Duration;

/** Lists of a cluster's objects, read whole. */
final class ClusterLists {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LONGEST_LIST = 512 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private ClusterLists() {}

  /**
   * @throws IOException with the server's words, if it does not list them
   */
  static JsonNode read(RemoteServer server, String path) throws IOException, InterruptedException {
    RemoteServer.Answer answer = server.send(path, null, PATIENCE, LONGEST_LIST);
    JsonNode body = JSON.readTree(answer.body());
    if (answer.code() != 200) {
      throw new IOException(
          server.url() + path + ": " + body.path("message").asText("status " + answer.code()));
    }
    return body.path("items");
  }
}
