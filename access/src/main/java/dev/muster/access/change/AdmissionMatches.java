package dev.muster.access.change;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which requests an object of admission is about, in words. */
final class AdmissionMatches {
  /** More than anybody reads, and less than what groups times resources can become. */
  private static final int MOST = 1_000;

  private static final int LONGEST = 300;

  private AdmissionMatches() {}

  static Set<String> of(JsonNode object) {
    Set<String> all = new TreeSet<>();
    JsonNode spec = object.path("spec");
    rules(
        spec.at("/matchConstraints/resourceRules"), "asked on", spec.path("matchConstraints"), all);
    rules(spec.at("/matchConstraints/excludeResourceRules"), "not asked on", spec, all);
    if (!spec.path("policyName").isMissingNode()) {
      String actions = String.join(",", texts(spec.path("validationActions")));
      all.add(
          "in force for policy "
              + GoText.quote(spec.path("policyName").asText())
              + (actions.isEmpty() ? "" : " with " + actions)
              + where(spec.path("matchResources")));
    }
    for (JsonNode hook : object.path("webhooks")) {
      rules(
          hook.path("rules"),
          "webhook " + cut(hook.path("name").asText()) + " asked on",
          hook,
          all);
    }
    return all;
  }

  /** All that it says, but for what a server notes of it. */
  static JsonNode said(JsonNode object) {
    return object.path(object.has("webhooks") ? "webhooks" : "spec");
  }

  private static void rules(JsonNode rules, String verb, JsonNode selected, Set<String> all) {
    for (JsonNode rule : rules) {
      for (String group : texts(rule.path("apiGroups"))) {
        for (String resource : texts(rule.path("resources"))) {
          if (all.size() >= MOST) {
            return;
          }
          List<String> names = texts(rule.path("resourceNames"));
          all.add(
              verb
                  + " "
                  + String.join(",", new TreeSet<>(texts(rule.path("operations"))))
                  + " of "
                  + (group.isEmpty() ? resource : resource + "." + group)
                  + (names.isEmpty() ? "" : " named " + cut(String.join(",", names)))
                  + where(selected));
        }
      }
    }
  }

  private static String where(JsonNode selected) {
    StringBuilder where = new StringBuilder();
    for (String selector : List.of("namespaceSelector", "objectSelector")) {
      if (!selected.path(selector).isEmpty()) {
        where
            .append(" where ")
            .append(selector)
            .append(' ')
            .append(cut(selected.path(selector).toString()));
      }
    }
    return where.toString();
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(cut(text.asText())));
    return texts;
  }
}
