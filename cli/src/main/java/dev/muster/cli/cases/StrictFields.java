package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.Spelling;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of one map of a case file: each is of its type and known, or it is a problem. */
final class StrictFields {
  private final String place;
  private final JsonNode tree;
  private final List<String> problems;
  private final List<String> known = new ArrayList<>();

  StrictFields(String place, JsonNode tree, List<String> problems) {
    this.place = place;
    this.tree = tree;
    this.problems = problems;
    if (!tree.isObject() && !tree.isMissingNode()) {
      problems.add(place + ": must be a map");
    }
  }

  /** Any value; missing if there is none. */
  JsonNode any(String field) {
    known.add(field);
    JsonNode value = tree.get(field);
    return value == null ? MissingNode.getInstance() : value;
  }

  @Nullable String text(String field) {
    JsonNode value = any(field);
    if (value.isMissingNode() || value.isTextual()) {
      return value.isTextual() ? value.asText() : null;
    }
    wrong(field, "must be a text");
    return null;
  }

  @Nullable Long number(String field) {
    JsonNode value = any(field);
    if (value.isMissingNode() || (value.isIntegralNumber() && value.canConvertToLong())) {
      return value.isMissingNode() ? null : value.asLong();
    }
    wrong(field, "must be a whole number");
    return null;
  }

  /** Null if there is none. */
  @Nullable List<JsonNode> list(String field) {
    JsonNode value = any(field);
    if (value.isMissingNode() || value.isArray()) {
      return value.isArray() ? List.copyOf(value.valueStream().toList()) : null;
    }
    wrong(field, "must be a list");
    return null;
  }

  List<String> texts(String field, List<String> otherwise) {
    List<JsonNode> values = list(field);
    if (values == null) {
      return otherwise;
    }
    if (values.stream().anyMatch(value -> !value.isTextual())) {
      wrong(field, "must be a list of texts");
      return otherwise;
    }
    return values.stream().map(JsonNode::asText).toList();
  }

  /** An object of Kubernetes; null if there is none. */
  @Nullable ObjectNode object(String field) {
    JsonNode value = any(field);
    if (value instanceof ObjectNode object) {
      return object;
    }
    if (!value.isMissingNode()) {
      wrong(field, "must be a map");
    }
    return null;
  }

  void wrong(String field, String what) {
    problems.add(place + ": " + field + ": " + what);
  }

  /** To be called when everything was taken: what was not is unknown. */
  void end() {
    for (String field : (Iterable<String>) tree::fieldNames) {
      if (!known.contains(field)) {
        problems.add(
            place + ": unknown field " + GoText.brief(field) + Spelling.suggestion(field, known));
      }
    }
  }
}
