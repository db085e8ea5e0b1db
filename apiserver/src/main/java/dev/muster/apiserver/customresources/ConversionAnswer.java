package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import java.util.List;

/**
 * What a server that converts objects sent, which is not trusted: an object stays the object that
 * it was.
 *
 * @param review the version of the review that was sent
 * @param uid that of the request
 */
record ConversionAnswer(String review, String uid, JsonNode answer) {
  private static final String V1 = "v1";
  private static final List<String> FREE = List.of("labels", "annotations");

  /** Why an answer is not taken, in Kubernetes' words. */
  static final class Unacceptable extends Exception {
    private static final long serialVersionUID = 1;

    Unacceptable(String why) {
      super(why);
    }
  }

  /** The object that was sent, as it is in another version. */
  ObjectNode only(ObjectNode sent, String apiVersion) throws Unacceptable {
    JsonNode all = converted();
    if (all.size() != 1) {
      throw new Unacceptable(" returned " + all.size() + " objects, expected 1");
    }
    if (!(all.get(0) instanceof ObjectNode made)) {
      throw new Unacceptable(" failed, unexpected type at index 0");
    }
    String invalid = " returned invalid object at index 0: invalid ";
    same(invalid + "groupVersion", apiVersion, made.path("apiVersion").asText());
    same(invalid + "kind", sent.path("kind").asText(), made.path("kind").asText());
    for (String field : List.of("name", "namespace", "uid")) {
      String before = sent.path("metadata").path(field).asText();
      String after = made.path("metadata").path(field).asText();
      if (!before.equals(after)) {
        throw new Unacceptable(
            " returned invalid object: must have the same %s: %s != %s"
                .formatted(field.equals("uid") ? "UID" : field, before, after));
      }
    }
    restoreMetadata(sent, made);
    return made;
  }

  private static void same(String what, String expected, String received) throws Unacceptable {
    if (!expected.equals(received)) {
      throw new Unacceptable("%s (expected %s, received %s)".formatted(what, expected, received));
    }
  }

  private JsonNode converted() throws Unacceptable {
    JsonNode response = answer.path("response");
    if (review.equals(V1)) {
      String expected = "apiextensions.k8s.io/v1, Kind=ConversionReview";
      String got = answer.path("apiVersion").asText() + ", Kind=" + answer.path("kind").asText();
      if (!got.equals(expected)) {
        throw new Unacceptable(
            " failed: expected webhook response of " + expected + ", got " + got);
      }
    }
    if (!response.isObject()) {
      throw new Unacceptable(" failed: no response provided");
    }
    String theirs = response.path("uid").asText();
    if (review.equals(V1) && !theirs.equals(uid)) {
      throw new Unacceptable(
          " failed: expected response.uid=%s, got %s"
              .formatted(GoText.quote(uid), GoText.quote(theirs)));
    }
    String status = response.path("result").path("status").asText();
    if (!status.equals("Success")) {
      String message = response.path("result").path("message").asText();
      throw new Unacceptable(
          " failed: "
              + (message.isEmpty()
                  ? "response.result.status was '" + status + "', not 'Success'"
                  : message));
    }
    return response.path("convertedObjects");
  }

  /** Labels and annotations may change, nothing else may. */
  private static void restoreMetadata(ObjectNode sent, ObjectNode made) throws Unacceptable {
    if (!(made.get("metadata") instanceof ObjectNode theirs)) {
      throw new Unacceptable(" returned invalid metadata: missing metadata in converted object");
    }
    ObjectNode metadata =
        sent.get("metadata") instanceof ObjectNode own
            ? own.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    for (String field : FREE) {
      JsonNode changed = theirs.path(field);
      if (changed.isMissingNode() || changed.isNull()) {
        metadata.remove(field);
      } else {
        if (!changed.equals(metadata.get(field))) {
          check(field, changed);
        }
        metadata.set(field, changed);
      }
    }
    made.set("metadata", metadata);
  }

  private static void check(String field, JsonNode changed) throws Unacceptable {
    String invalid = " returned invalid metadata: ";
    if (!changed.isObject()) {
      throw new Unacceptable(invalid + "invalid metadata." + field + " in converted object");
    }
    for (var entry : changed.properties()) {
      if (!entry.getValue().isTextual()) {
        throw new Unacceptable(
            invalid + "metadata.%s[%s] must be a string".formatted(field, entry.getKey()));
      }
    }
    Errors errors = new Errors();
    if (field.equals("labels")) {
      Labels.validate(new At(changed, Path.of("metadata", "labels")), errors);
    } else {
      ObjectMetas.validateAnnotations(new At(changed, Path.of("metadata", "annotation")), errors);
    }
    if (!errors.isEmpty()) {
      throw new Unacceptable(invalid + errors.message());
    }
  }
}
