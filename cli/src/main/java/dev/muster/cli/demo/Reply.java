package dev.muster.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What the API server answered.
 *
 * @param json missing unless the answer is JSON
 */
record Reply(int code, String text, JsonNode json) {
  boolean ok() {
    return code >= 200 && code <= 299;
  }

  /** A refusal's message, or what there is instead. */
  String message() {
    String message = json.path("message").asText();
    return message.isEmpty() ? text : message;
  }

  String at(String pointer) {
    JsonNode found = json.at(pointer);
    return found.isValueNode() ? found.asText() : found.toString();
  }

  /** This, or an error that names what was to be prepared. */
  Reply orFail(String what) {
    if (!ok()) {
      throw new IllegalStateException(what + " failed: " + code + " " + message());
    }
    return this;
  }
}
