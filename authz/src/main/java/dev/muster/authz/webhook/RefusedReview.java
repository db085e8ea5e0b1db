package dev.muster.authz.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.authz.webhook.ReviewTransport.Reply;
import dev.muster.base.go.GoText;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an HTTP status that is no success means, in client-go's words: by a Status in the body, or
 * else by the code. Decides whether another try may do better, as kube-apiserver does.
 */
final class RefusedReview {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(64).build())
              .build());
  private static final int LONGEST_TEXT = 2048;

  /** Reasons that mean what they say; with any other one the code counts. */
  private static final Set<String> KNOWN =
      Set.of(
          "Unauthorized",
          "Forbidden",
          "NotFound",
          "AlreadyExists",
          "Conflict",
          "Gone",
          "Invalid",
          "ServerTimeout",
          "StoreReadError",
          "Timeout",
          "TooManyRequests",
          "BadRequest",
          "MethodNotAllowed",
          "NotAcceptable",
          "RequestEntityTooLarge",
          "UnsupportedMediaType",
          "InternalError",
          "Expired",
          "ServiceUnavailable");

  private record Meaning(String reason, String message) {}

  private static final Map<Integer, Meaning> MEANINGS =
      Map.of(
          400,
          new Meaning("BadRequest", "the server rejected our request for an unknown reason"),
          401,
          new Meaning("Unauthorized", "the server has asked for the client to provide credentials"),
          404,
          new Meaning("NotFound", "the server could not find the requested resource"),
          405,
          new Meaning(
              "MethodNotAllowed",
              "the server does not allow this method on the requested resource"),
          409,
          new Meaning("AlreadyExists", "the server reported a conflict"),
          422,
          new Meaning("Invalid", "the server rejected our request due to an error in our request"),
          429,
          new Meaning(
              "TooManyRequests",
              "the server has received too many requests and has asked us to try again later"),
          503,
          new Meaning("ServiceUnavailable", "the server is currently unable to handle the request"),
          504,
          new Meaning(
              "Timeout",
              "the server was unable to return a response in the time allotted, but may still be"
                  + " processing the request"));

  private record Refusal(String message, String reason, int code, Duration retryAfter) {
    boolean timedOut() {
      return reason.equals("Timeout") || code == 504 && !KNOWN.contains(reason);
    }

    boolean passing() {
      return timedOut()
          || reason.equals("InternalError")
          || code == 500 && !KNOWN.contains(reason)
          || reason.equals("TooManyRequests")
          || code == 429
          || reason.equals("ServerTimeout")
          || !retryAfter.isZero();
    }
  }

  private RefusedReview() {}

  static ReviewFailure failure(Reply reply) {
    Refusal refusal = status(reply).orElseGet(() -> byCode(reply));
    return refusal.passing()
        ? ReviewFailure.notNow(
            refusal.message(), refusal.timedOut() ? "timeout" : "error", refusal.retryAfter())
        : ReviewFailure.unusable(refusal.message());
  }

  private static Optional<Refusal> status(Reply reply) {
    JsonNode body;
    try {
      body = MAPPER.readTree(reply.body());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
    if (!body.path("kind").asText().equals("Status")
        || !body.path("apiVersion").asText("v1").equals("v1")
        || !body.path("status").asText().equals("Failure")) {
      return Optional.empty();
    }
    long seconds = Math.clamp(body.path("details").path("retryAfterSeconds").asLong(), 0, 60);
    return Optional.of(
        new Refusal(
            shortened(body.path("message").asText()),
            body.path("reason").asText(),
            body.path("code").asInt(),
            Duration.ofSeconds(seconds)));
  }

  private static Refusal byCode(Reply reply) {
    String said = isText(reply) ? shortened(reply.body()).strip() : "unknown";
    Meaning meaning = MEANINGS.getOrDefault(reply.code(), other(reply.code(), said));
    return new Refusal(meaning.message(), meaning.reason(), reply.code(), reply.retryAfter());
  }

  private static Meaning other(int code, String said) {
    return switch (code) {
      case 403 -> new Meaning("Forbidden", said);
      case 406 -> new Meaning("NotAcceptable", notAcceptable(said));
      case 415 -> new Meaning("UnsupportedMediaType", said);
      default ->
          code >= 500
              ? new Meaning(
                  "InternalError",
                  "an error on the server ("
                      + GoText.quote(said)
                      + ") has prevented the request from succeeding")
              : new Meaning(
                  "",
                  "the server responded with the status code "
                      + code
                      + " but did not return more information");
    };
  }

  private static String notAcceptable(String said) {
    return said.isEmpty() || said.equals("unknown")
        ? "the server was unable to respond with a content type that the client supports"
        : said;
  }

  /** Whether the body may be shown. */
  private static boolean isText(Reply reply) {
    String type = reply.contentType().strip().toLowerCase(Locale.ROOT);
    return type.isEmpty() || type.startsWith("text/");
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
  }
}
