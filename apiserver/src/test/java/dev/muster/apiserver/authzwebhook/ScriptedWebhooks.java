package dev.muster.apiserver.authzwebhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * Authorization webhooks on this machine, without TLS, that answer by rules: the first rule whose
 * {@code when} fits the question gives the answer, and without one there is no opinion. One that
 * sleeps does not wake up.
 */
public final class ScriptedWebhooks implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A question, and which webhook was asked it. */
  public record Asked(String webhook, JsonNode review) {}

  private final ServerSocket listener;
  private final Map<String, JsonNode> rules;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private ScriptedWebhooks(ServerSocket listener, Map<String, JsonNode> rules) {
    this.listener = listener;
    this.rules = Map.copyOf(rules);
  }

  /**
   * @param rules of each webhook by its name
   */
  public static ScriptedWebhooks start(Map<String, JsonNode> rules) throws IOException {
    ScriptedWebhooks webhooks =
        new ScriptedWebhooks(new ServerSocket(0, 500, InetAddress.getLoopbackAddress()), rules);
    Thread.ofVirtual().start(webhooks::accept);
    return webhooks;
  }

  public String host() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** A kubeconfig that leads to one of them. */
  public Path kubeconfig(Path directory, String webhook) throws IOException {
    return Files.writeString(
        directory.resolve(webhook + "-" + listener.getLocalPort() + ".kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters:
        - {name: webhook, cluster: {server: "http://%s/%s"}}
        users:
        - {name: server, user: {}}
        contexts:
        - {name: webhook, context: {cluster: webhook, user: server}}
        current-context: webhook
        """
            .formatted(host(), webhook));
  }

  /** What was asked so far, in its order. */
  public List<Asked> asked() {
    return List.copyOf(asked);
  }

  /** Nothing was asked so far. */
  public void forget() {
    asked.clear();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
          int next = in.read();
          if (next < 0) {
            return;
          }
          head.append((char) next);
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length: ") + "content-length: ".length();
        int length = Integer.parseInt(lower.substring(at, lower.indexOf("\r\n", at)));
        JsonNode review = JSON.readTree(in.readNBytes(length));
        String target = head.substring(head.indexOf("/") + 1, head.indexOf(" HTTP"));
        String webhook = target.substring(0, (target + "?").indexOf('?'));
        asked.add(new Asked(webhook, review));
        if (!answered(webhook, review, socket.getOutputStream())) {
          return;
        }
      }
    } catch (IOException | InterruptedException e) {
      // the client is gone, or this is closed
    }
  }

  /** False to hang up. */
  private boolean answered(String webhook, JsonNode review, OutputStream out)
      throws IOException, InterruptedException {
    JsonNode then = then(webhook, review.path("spec"));
    if (then.has("hangUp")) {
      return false;
    }
    if (then.has("sleep")) {
      closed.await();
      return false;
    }
    String body = then.path("body").asText();
    if (!then.has("http")) {
      ObjectNode answer = JSON.createObjectNode();
      answer.set("apiVersion", review.path("apiVersion"));
      answer.put("kind", "SubjectAccessReview");
      answer.set("status", then.has("status") ? then.path("status") : JSON.createObjectNode());
      body = answer.toString();
    }
    byte[] bytes = body.getBytes(UTF_8);
    String head =
        "HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(then.path("http").asInt(200), bytes.length);
    out.write((head + body).getBytes(UTF_8));
    out.flush();
    return true;
  }

  private JsonNode then(String webhook, JsonNode spec) {
    for (JsonNode rule : rules.getOrDefault(webhook, JSON.createArrayNode())) {
      if (fits(rule.path("when"), spec)) {
        return rule.path("then");
      }
    }
    return JSON.createObjectNode();
  }

  private static boolean fits(JsonNode when, JsonNode spec) {
    for (Map.Entry<String, JsonNode> one : when.properties()) {
      String wanted = one.getValue().asText();
      boolean fits =
          switch (one.getKey()) {
            case "user" ->
                wanted.endsWith("*")
                    ? spec.path("user").asText().startsWith(wanted.replace("*", ""))
                    : spec.path("user").asText().equals(wanted);
            case "group" ->
                spec.path("groups").toString().contains('"' + wanted + '"')
                    || spec.path("group").toString().contains('"' + wanted + '"');
            case "path" -> spec.path("nonResourceAttributes").path("path").asText().equals(wanted);
            case "verb" ->
                spec.path("resourceAttributes").path("verb").asText().equals(wanted)
                    || spec.path("nonResourceAttributes").path("verb").asText().equals(wanted);
            default -> spec.path("resourceAttributes").path(one.getKey()).asText().equals(wanted);
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
