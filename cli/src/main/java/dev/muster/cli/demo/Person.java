package dev.muster.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Someone who sends requests, each as kubectl would. */
record Person(String name, RemoteServer server) implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LONGEST = 16 << 20;

  Reply get(String path) throws IOException, InterruptedException {
    return send("GET", path, null);
  }

  /** Creates an object that is written in YAML. */
  Reply create(String path, String yaml) throws IOException, InterruptedException {
    return send("POST", path, yaml);
  }

  Reply replace(String path, String yaml) throws IOException, InterruptedException {
    return send("PUT", path, yaml);
  }

  private Reply send(String method, String path, @Nullable String yaml)
      throws IOException, InterruptedException {
    byte[] body =
        yaml == null
            ? null
            : JSON.writeValueAsBytes(Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8)));
    RemoteServer.Answer answer = server.send(method, path, body, PATIENCE, LONGEST);
    JsonNode json =
        answer.body().startsWith("{") ? JSON.readTree(answer.body()) : JSON.missingNode();
    return new Reply(answer.code(), answer.body(), json);
  }

  @Override
  public void close() {
    server.close();
  }
}
