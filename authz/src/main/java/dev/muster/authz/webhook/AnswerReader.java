package dev.muster.authz.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.authz.webhook.ReviewTransport.Reply;

/**
 * Reads reviews with a status. What is not said counts as what was asked for, as for
 * kube-apiserver, whose words are used for what is wrong. A key that is there twice is wrong, too:
 * an answer must not be two.
 */
final class AnswerReader {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(64).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String NO_KIND = "couldn't get version/kind; json parse error: ";
  private static final String KIND_STRUCT =
      "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
          + " Kind string \"json:\\\"kind,omitempty\\\"\" }";
  private static final int LONGEST_NAME = 100;

  private final ReviewVersion version;

  AnswerReader(ReviewVersion version) {
    this.version = version;
  }

  /** The answer's status. What the spec says is ignored. */
  ReviewAnswer read(Reply reply) throws ReviewFailure {
    if (reply.body().isEmpty()) {
      throw ReviewFailure.unusable(
          "0-length response with status code: %d and content type: %s"
              .formatted(
                  reply.code(),
                  reply.contentType().isEmpty() ? "application/json" : reply.contentType()));
    }
    JsonNode review = object(reply.body());
    checkKind(review);
    JsonNode status = review.path("status");
    if (!status.isObject() && !status.isMissingNode() && !status.isNull()) {
      throw mismatch(
          status, "SubjectAccessReview.status", version() + ".SubjectAccessReviewStatus");
    }
    return new ReviewAnswer(flag(status, "allowed"), flag(status, "denied"), reason(status));
  }

  private static JsonNode object(String body) throws ReviewFailure {
    JsonNode tree;
    try {
      tree = MAPPER.readTree(body);
    } catch (JsonEOFException e) {
      throw ReviewFailure.unusable(NO_KIND + "unexpected end of JSON input");
    } catch (JsonProcessingException e) {
      throw ReviewFailure.unusable(
          NO_KIND + (body.strip().startsWith("{") ? "invalid JSON" : notOfKind("string")));
    }
    if (!tree.isObject() && !tree.isNull()) {
      throw ReviewFailure.unusable(NO_KIND + notOfKind(named(tree)));
    }
    return tree;
  }

  private static String notOfKind(String what) {
    return "json: cannot unmarshal " + what + " into Go value of type " + KIND_STRUCT;
  }

  private void checkKind(JsonNode review) throws ReviewFailure {
    String kind = name(review, "kind");
    String apiVersion = name(review, "apiVersion");
    if ((kind.isEmpty() || kind.equals(ReviewJson.KIND))
        && (apiVersion.isEmpty() || apiVersion.equals(version.apiVersion()))) {
      return;
    }
    if (apiVersion.indexOf('/') != apiVersion.lastIndexOf('/')) {
      throw ReviewFailure.unusable("unexpected GroupVersion string: " + apiVersion);
    }
    throw ReviewFailure.unusable(
        "converting (%s.%s) to (%s.%s): unknown conversion"
            .formatted(
                apiVersion.isEmpty()
                    ? version()
                    : apiVersion.substring(apiVersion.indexOf('/') + 1),
                kind.isEmpty() ? ReviewJson.KIND : kind,
                version(),
                ReviewJson.KIND));
  }

  private String version() {
    return version.version();
  }

  private static String name(JsonNode review, String field) throws ReviewFailure {
    JsonNode value = review.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (!value.isTextual()) {
      throw ReviewFailure.unusable(
          NO_KIND
              + "json: cannot unmarshal "
              + named(value)
              + " into Go struct field ."
              + field
              + " of type string");
    }
    String text = value.textValue();
    return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "...";
  }

  private static String reason(JsonNode status) throws ReviewFailure {
    JsonNode value = status.path("reason");
    if (value.isTextual() || value.isMissingNode() || value.isNull()) {
      return value.isTextual() ? value.textValue() : "";
    }
    throw mismatch(value, "SubjectAccessReviewStatus.status.reason", "string");
  }

  private static boolean flag(JsonNode status, String field) throws ReviewFailure {
    JsonNode value = status.path(field);
    if (value.isBoolean() || value.isMissingNode() || value.isNull()) {
      return value.booleanValue();
    }
    throw mismatch(value, "SubjectAccessReviewStatus.status." + field, "bool");
  }

  private static ReviewFailure mismatch(JsonNode value, String field, String type) {
    return ReviewFailure.unusable(
        "json: cannot unmarshal %s into Go struct field %s of type %s"
            .formatted(named(value), field, type));
  }

  private static String named(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "array";
      case OBJECT -> "object";
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> "number";
      case BINARY, MISSING, NULL, POJO -> "value";
    };
  }
}
