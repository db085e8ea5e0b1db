package dev.muster.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.views.MetaV1.LabelSelector;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A label selector as Go prints it, which events about budgets quote. */
final class SelectorText {
  private SelectorText() {}

  static String of(LabelSelector selector) {
    if (!selector.present()) {
      return "nil";
    }
    Map<String, String> labels = new TreeMap<>();
    selector.matchLabels().node().forEachEntry((key, value) -> labels.put(key, value.asText()));
    String pairs =
        labels.entrySet().stream()
            .map(e -> e.getKey() + ": " + e.getValue() + ",")
            .collect(Collectors.joining());
    String expressions =
        selector.matchExpressions().stream()
            .map(
                each ->
                    "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                        .formatted(
                            each.key().text(),
                            each.operator().text(),
                            each.values()
                                .node()
                                .valueStream()
                                .map(JsonNode::asText)
                                .collect(Collectors.joining(" "))))
            .collect(Collectors.joining());
    return "&LabelSelector{MatchLabels:map[string]string{%s},MatchExpressions:[]LabelSelectorRequirement{%s},}"
        .formatted(pairs, expressions);
  }
}
