package dev.muster.client.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.views.MetaV1.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ThreadLocalRandom;

/** Requests to the API server, as one user. Paths are absolute, with their query. */
public final class ApiClient implements AutoCloseable {
  private static final int LARGEST_ANSWER = 256 << 20;

  /** How often a busy server is asked again. */
  private static final int TRIES = 10;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiTransport transport;

  /** By a way of your own. */
  public ApiClient(ApiTransport transport) {
    this.transport = transport;
  }

  /** Over the network, as a node. */
  public ApiClient(ClientConfig config) {
    this(new NetworkTransport(config, "muster-node"));
  }

  /** Reads an object or a list. */
  public ObjectNode get(String path) throws IOException {
    return send(ApiRequest.get(path));
  }

  /** Creates an object; returns it as stored. */
  public ObjectNode create(String path, JsonNode object) throws IOException {
    return send("POST", path, "application/json", object);
  }

  /** Replaces an object; returns it as stored. */
  public ObjectNode replace(String path, JsonNode object) throws IOException {
    return send("PUT", path, "application/json", object);
  }

  /** A merge of maps and of lists by their keys, as kubelets write status. */
  public ObjectNode strategicPatch(String path, JsonNode patch) throws IOException {
    return send("PATCH", path, "application/strategic-merge-patch+json", patch);
  }

  /** A merge of maps; lists are replaced whole. */
  public ObjectNode mergePatch(String path, JsonNode patch) throws IOException {
    return send("PATCH", path, "application/merge-patch+json", patch);
  }

  /** Deletes an object; returns it, or a Status. */
  public ObjectNode delete(String path, JsonNode options) throws IOException {
    return send("DELETE", path, "application/json", options);
  }

  /** The open answer to a watch; the caller closes it, from any thread. */
  public InputStream watch(String path) throws IOException {
    ApiReply reply = transport.send(ApiRequest.watch(path));
    if (reply.status() == 200) {
      return reply.body();
    }
    try (InputStream body = reply.body()) {
      throw problem(reply.status(), body.readNBytes(1 << 20));
    }
  }

  private ObjectNode send(String method, String path, String type, JsonNode body)
      throws IOException {
    return send(new ApiRequest(method, path, type, JSON.writeValueAsBytes(body), false));
  }

  /**
   * What a busy server refuses is asked again after a moment, as every client of Kubernetes does.
   */
  private ObjectNode send(ApiRequest request) throws IOException {
    for (int again = 0; ; again++) {
      try {
        return sendOnce(request);
      } catch (ApiProblem e) {
        if (!e.isBusy() || again == TRIES) {
          throw e;
        }
        pause(again);
      }
    }
  }

  /** Longer each time, and not all at the same moment. */
  private static void pause(int again) throws IOException {
    long most = Math.min(1_000, 20L << again);
    try {
      Thread.sleep(most / 2 + ThreadLocalRandom.current().nextLong(most / 2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private ObjectNode sendOnce(ApiRequest request) throws IOException {
    ApiReply reply = transport.send(request);
    byte[] bytes;
    try (InputStream body = reply.body()) {
      bytes = body.readNBytes(LARGEST_ANSWER);
    }
    int code = reply.status();
    if (code < 200 || code > 299) {
      throw problem(code, bytes);
    }
    if (JSON.readTree(bytes) instanceof ObjectNode object) {
      return object;
    }
    throw new ApiProblem(code, "Unreadable", "the API server's answer is not a JSON object");
  }

  private static ApiProblem problem(int code, byte[] body) {
    try {
      Status status = Status.of(JSON.readTree(body));
      if (status.kind().text().equals("Status")) {
        return new ApiProblem(code, status.reason().text(), status.message().text());
      }
    } catch (IOException e) {
      // not a Status: the code says it all
    }
    if (code == 429) {
      // a server that is busy has no time for a Status
      return new ApiProblem(code, "TooManyRequests", ApiProblem.BUSY);
    }
    return new ApiProblem(code, "", "the API server answered " + code);
  }

  @Override
  public void close() {
    transport.close();
  }
}
