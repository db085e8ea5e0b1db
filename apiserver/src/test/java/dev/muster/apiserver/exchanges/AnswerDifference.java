package dev.muster.apiserver.exchanges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Where two answers differ: a JSON pointer and both values. */
record AnswerDifference(String pointer, String recorded, String got) {
  private static final String ABSENT = "(absent)";

  static List<AnswerDifference> between(JsonNode recorded, JsonNode got) {
    List<AnswerDifference> all = new ArrayList<>();
    collect(recorded, got, "", all);
    return all;
  }

  private static void collect(
      JsonNode recorded, JsonNode got, String at, List<AnswerDifference> all) {
    if (recorded instanceof ObjectNode a && got instanceof ObjectNode b) {
      a.forEachEntry(
          (name, value) -> {
            if (b.has(name)) {
              collect(value, b.get(name), at + "/" + escaped(name), all);
            } else {
              all.add(new AnswerDifference(at + "/" + escaped(name), value.toString(), ABSENT));
            }
          });
      b.forEachEntry(
          (name, value) -> {
            if (!a.has(name)) {
              all.add(new AnswerDifference(at + "/" + escaped(name), ABSENT, value.toString()));
            }
          });
    } else if (recorded instanceof ArrayNode a && got instanceof ArrayNode b) {
      for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
        collect(a.get(i), b.get(i), at + "/" + i, all);
      }
      if (a.size() != b.size()) {
        all.add(new AnswerDifference(at, a.size() + " elements", b.size() + " elements"));
      }
    } else if (!recorded.equals(got)) {
      all.add(new AnswerDifference(at, recorded.toString(), got.toString()));
    }
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  @Override
  public String toString() {
    return pointer + ": recorded " + cut(recorded) + " got " + cut(got);
  }

  private static String cut(String value) {
    return value.length() <= 300 ? value : value.substring(0, 300) + "...";
  }
}
