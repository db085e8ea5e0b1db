package dev.muster.client.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A map of a kubeconfig with its place, read field by field. What is wrong is added to the list of
 * all problems, and reading goes on with the field as if it were not there.
 */
record Section(JsonNode map, String place, List<String> problems) {

  void problem(String field, String sentence) {
    problems.add(place + field + ": " + sentence);
  }

  /** The text of a field, empty if there is none. */
  String text(String field) {
    JsonNode value = map.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (!value.isTextual()) {
      problem(field, "must be a string");
      return "";
    }
    return value.textValue();
  }

  boolean flag(String field) {
    JsonNode value = map.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return false;
    }
    if (!value.isBoolean()) {
      problem(field, "must be true or false");
    }
    return value.asBoolean();
  }

  /** A map with no fields. */
  Section nothing() {
    return new Section(MissingNode.getInstance(), place, problems);
  }

  /** Every field must be one of those that are understood; some are known but not supported. */
  void onlyHas(Set<String> understood, Set<String> unsupported) {
    for (String field : names()) {
      if (unsupported.contains(field)) {
        problem(field, "is not supported");
      } else if (!understood.contains(field)) {
        problem(field, "unknown field" + Spelling.suggestion(field, understood));
      }
    }
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    map.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /**
   * The content of the named entry of a list such as {@code users}: {@code - name: x, user: {...}}.
   *
   * @param missing what to say if there is no such entry; a suggestion is added
   */
  Section entry(String list, String name, String content, String missing) {
    JsonNode entries = map.path(list);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      JsonNode entry = entries.path(i);
      String found = entry.path("name").asText("");
      if (found.equals(name)) {
        return section(entry.path(content), "%s%s[%d].%s".formatted(place, list, i, content));
      }
      names.add(found);
    }
    problems.add(place + list + ": " + missing + Spelling.suggestion(name, names));
    return new Section(MissingNode.getInstance(), place + list + ".", problems);
  }

  /** A map inside. */
  Section inner(String field) {
    return section(map.path(field), place + field);
  }

  private Section section(JsonNode node, String where) {
    if (!node.isObject()) {
      problems.add(where + ": must be a map");
      return new Section(MissingNode.getInstance(), where + ".", problems);
    }
    return new Section(node, where + ".", problems);
  }
}
