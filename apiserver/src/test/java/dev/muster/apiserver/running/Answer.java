package dev.muster.apiserver.running;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a server answered. */
public record Answer(int status, String contentType, List<String> warnings, String body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public Answer {
    warnings = List.copyOf(warnings);
  }

  static Answer of(HttpResponse<byte[]> response) {
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        response.headers().allValues("Warning"),
        new String(response.body(), StandardCharsets.UTF_8));
  }

  /** The body, which has to be JSON. */
  public JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + body, e);
    }
  }

  /** The value at a JSON pointer as text; empty when there is none. */
  public String at(String pointer) {
    return json().at(pointer).asText();
  }
}
