package dev.muster.apiserver.visibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.running.Client;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The frames of a watch, one after the other. */
final class Frames implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final InputStream stream;
  private final BufferedReader lines;

  private Frames(InputStream stream) {
    this.stream = stream;
    this.lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }

  static Frames of(Client client, String path) throws IOException, InterruptedException {
    return new Frames(client.open(path));
  }

  /** Waits for the next one. */
  JsonNode next() {
    try {
      String line = lines.readLine();
      if (line == null) {
        throw new AssertionError("the watch has ended");
      }
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next one in words: {@code ADDED a/one=1}. */
  String words() {
    JsonNode frame = next();
    JsonNode object = frame.path("object");
    return switch (frame.path("type").asText()) {
      case "BOOKMARK" -> "BOOKMARK";
      case "ERROR" ->
          "ERROR " + object.path("code").asInt() + " " + object.path("message").asText();
      default ->
          "%s %s/%s=%s"
              .formatted(
                  frame.path("type").asText(),
                  object.at("/metadata/namespace").asText(),
                  object.at("/metadata/name").asText(),
                  object.at("/data/value").asText());
    };
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
