package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keys of the pod's own labels whose values a term should match or not match: at creation they
 * become expressions of the term's selector.
 */
final class LabelKeys {
  private LabelKeys() {}

  static void validate(At term, Errors errors) {
    At match = term.get("matchLabelKeys");
    At mismatch = term.get("mismatchLabelKeys");
    At selector = term.get("labelSelector");
    names(match, selector, errors);
    names(mismatch, selector, errors);
    if (selector.present()) {
      repeated(term, match.texts(), selector, errors);
    }
    Set<String> avoided = new HashSet<>(mismatch.texts());
    for (At key : match.each()) {
      if (avoided.contains(key.text())) {
        errors.invalidText(
            key.path(), key.text(), "exists in both matchLabelKeys and mismatchLabelKeys");
      }
    }
  }

  private static void names(At keys, At selector, Errors errors) {
    if (keys.size() == 0) {
      return;
    }
    if (selector.absent()) {
      errors.forbidden(keys.path(), "must not be specified when labelSelector is not set");
      return;
    }
    for (At key : keys.each()) {
      Labels.validateKey(key.text(), key.path(), errors);
    }
  }

  /** A key is in the selector once on its own account; a second time means the user named it. */
  private static void repeated(At term, List<String> keys, At selector, Errors errors) {
    Map<String, Integer> last = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      last.put(keys.get(i), i);
    }
    Set<String> seen = new HashSet<>();
    selector.get("matchLabels").entries().forEach(e -> seen.add(e.getKey()));
    for (At expression : selector.get("matchExpressions").each()) {
      String key = expression.text("key");
      Integer at = last.get(key);
      if (at != null && seen.contains(key)) {
        errors.invalidText(
            term.path().index(at), key, "exists in both matchLabelKeys and labelSelector");
      }
      seen.add(key);
    }
  }

  /** Puts the values of the pod's labels into the selectors of its affinity and spread terms. */
  static void apply(ObjectNode pod) {
    JsonNode labels = pod.path("metadata").path("labels");
    JsonNode affinity = pod.path("spec").path("affinity");
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      JsonNode pods = affinity.path(kind);
      for (ObjectNode weighted :
          Children.each(pods, "preferredDuringSchedulingIgnoredDuringExecution")) {
        Children.struct(weighted, "podAffinityTerm").ifPresent(t -> merge(t, labels));
      }
      Children.each(pods, "requiredDuringSchedulingIgnoredDuringExecution")
          .forEach(t -> merge(t, labels));
    }
    Children.each(pod.path("spec"), "topologySpreadConstraints").forEach(t -> merge(t, labels));
  }

  private static void merge(ObjectNode term, JsonNode labels) {
    Children.struct(term, "labelSelector")
        .ifPresent(
            selector -> {
              add(selector, term.path("matchLabelKeys"), "In", labels);
              add(selector, term.path("mismatchLabelKeys"), "NotIn", labels);
            });
  }

  private static void add(ObjectNode selector, JsonNode keys, String operator, JsonNode labels) {
    for (JsonNode key : keys) {
      JsonNode value = labels.get(key.asText());
      if (value != null) {
        ArrayNode expressions =
            selector.get("matchExpressions") instanceof ArrayNode list
                ? list
                : selector.putArray("matchExpressions");
        expressions
            .addObject()
            .put("key", key.asText())
            .put("operator", operator)
            .putArray("values")
            .add(value.asText());
      }
    }
  }
}
