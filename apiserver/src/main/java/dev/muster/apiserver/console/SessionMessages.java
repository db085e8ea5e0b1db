package dev.muster.apiserver.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the page and a server say to each other about signing in by a link. */
public final class SessionMessages {
  /** Where sessions begin (POST) and end (DELETE), below the console's own path. */
  public static final String PATH = "session";

  /** No message is longer. */
  public static final int LONGEST = 1024;

  /** What is said about a code that is no good. */
  public static final String NO_GOOD =
      "this link was used before, or it is too old: a new one is printed by \"muster console\"";

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(8)
                          .maxStringLength(LONGEST)
                          .build())
                  .build())
          .build();

  private SessionMessages() {}

  /** The code of a message; empty if there is none in it. */
  public static Optional<String> code(byte[] body) {
    try {
      JsonNode code = JSON.readTree(body).path("code");
      return code.isTextual() ? Optional.of(code.asText()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The answer to a good code. */
  public static byte[] answer(ConsoleSessions.Session session) {
    return JSON.createObjectNode()
        .put("token", session.token())
        .put("expirationTimestamp", session.expires().truncatedTo(ChronoUnit.SECONDS).toString())
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The token of an {@code Authorization} header; empty if it is of another kind. */
  public static Optional<String> bearer(@Nullable String header) {
    return header != null && header.regionMatches(true, 0, "Bearer ", 0, 7)
        ? Optional.of(header.substring(7).strip())
        : Optional.empty();
  }
}
