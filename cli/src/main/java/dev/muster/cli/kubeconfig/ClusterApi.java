package dev.muster.cli.kubeconfig;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A cluster's API as its objects, read whole; what goes wrong names the cluster. */
public final class ClusterApi implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LONGEST = 512 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RemoteServer server;

  public ClusterApi(ClientConfig cluster) {
    this.server = new RemoteServer(cluster);
  }

  /**
   * What is at a path.
   *
   * @throws RefusedException if the server is there and does not give it
   */
  public JsonNode get(String path) throws IOException, InterruptedException {
    return send(path, null);
  }

  /** The objects of a list. */
  public JsonNode list(String path) throws IOException, InterruptedException {
    return get(path).path("items");
  }

  /**
   * What becomes of an object that is sent.
   *
   * @throws RefusedException if the server is there and does not take it
   */
  public JsonNode post(String path, ObjectNode body) throws IOException, InterruptedException {
    return send(path, body.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What a server answers, whatever it is.
   *
   * @param body empty if it is no JSON
   */
  public record Reply(int code, JsonNode body) {}

  /** Sends a request of any kind with a body, and takes any answer. */
  public Reply send(String method, String path, String contentType, byte[] body)
      throws IOException, InterruptedException {
    RemoteServer.Answer answer;
    try {
      answer = server.send(method, path, contentType, body, PATIENCE, LONGEST);
    } catch (ConnectException e) {
      throw away(e);
    }
    return new Reply(answer.code(), read(answer));
  }

  /** What stands between may answer with pages for people. */
  private static JsonNode read(RemoteServer.Answer answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }

  private IOException away(ConnectException problem) {
    return new IOException("no answer from " + server.url() + ": is the server running?", problem);
  }

  private JsonNode send(String path, byte @Nullable [] json)
      throws IOException, InterruptedException {
    RemoteServer.Answer answer;
    try {
      answer = server.send(path, json, PATIENCE, LONGEST);
    } catch (ConnectException e) {
      throw away(e);
    }
    JsonNode body = read(answer);
    if (answer.code() / 100 != 2) {
      throw new RefusedException(
          server.url() + path, body.path("message").asText("status " + answer.code()));
    }
    if (body.isMissingNode()) {
      throw new IOException(server.url() + path + ": the answer is no JSON");
    }
    return body;
  }

  @Override
  public void close() {
    server.close();
  }
}
