package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;

/** What the server answered: an object, or a Status. */
record TrialAnswer(int code, JsonNode body) {
  private static final int REFUSED = 300;

  boolean ok() {
    return code < REFUSED;
  }

  /** The message of a refusal. */
  String message() {
    return body.path("message").asText("the server answered " + code);
  }
}
