package dev.muster.runtime.streaming;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** How a session ended, as the error stream tells it. */
sealed interface StreamOutcome {
  ObjectMapper JSON = new ObjectMapper();

  /** The command ran. */
  record Exit(int code) implements StreamOutcome {}

  /** It did not, or not to its end. */
  record Broken(String message) implements StreamOutcome {}

  static StreamOutcome of(CommandSession session, CommandStreams streams) {
    try {
      return new Exit(session.run(streams));
    } catch (IOException | Refused | RuntimeException e) {
      return new Broken(String.valueOf(e.getMessage()));
    }
  }

  /** A Kubernetes Status; for the oldest protocols plain words, and nothing for success. */
  default byte[] message(boolean asStatus) {
    if (!asStatus) {
      String text =
          switch (this) {
            case Exit exit ->
                exit.code() == 0
                    ? ""
                    : "command terminated with non-zero exit code: exit status " + exit.code();
            case Broken broken -> broken.message();
          };
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ObjectNode status = JSON.createObjectNode();
    status.putObject("metadata");
    switch (this) {
      case Exit exit -> {
        if (exit.code() == 0) {
          status.put("status", "Success");
        } else {
          status.put("status", "Failure");
          status.put(
              "message", "command terminated with non-zero exit code: exit status " + exit.code());
          status.put("reason", "NonZeroExitCode");
          status
              .putObject("details")
              .putArray("causes")
              .addObject()
              .put("reason", "ExitCode")
              .put("message", Integer.toString(exit.code()));
        }
      }
      case Broken broken ->
          status
              .put("status", "Failure")
              .put("message", broken.message())
              .put("reason", "InternalError")
              .put("code", 500);
    }
    try {
      return JSON.writeValueAsBytes(status);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
