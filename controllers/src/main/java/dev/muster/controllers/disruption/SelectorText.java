package dev.muster.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A label selector as Go prints it, which events about budgets quote. */
final class SelectorText {
  private SelectorText() {}

  static String of(JsonNode selector) {
    if (!selector.isObject()) {
      return "nil";
    }
    Map<String, String> labels = new TreeMap<>();
    selector.path("matchLabels").forEachEntry((key, value) -> labels.put(key, value.asText()));
    String pairs =
        labels.entrySet().stream()
            .map(e -> e.getKey() + ": " + e.getValue() + ",")
            .collect(Collectors.joining());
    String expressions =
        selector
            .path("matchExpressions")
            .valueStream()
            .map(
                each ->
                    "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                        .formatted(
                            each.path("key").asText(),
                            each.path("operator").asText(),
                            each.path("values")
                                .valueStream()
                                .map(JsonNode::asText)
                                .collect(Collectors.joining(" "))))
            .collect(Collectors.joining());
    return "&LabelSelector{MatchLabels:map[string]string{%s},MatchExpressions:[]LabelSelectorRequirement{%s},}"
        .formatted(pairs, expressions);
  }
}
