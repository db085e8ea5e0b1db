package dev.muster.access.change;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which requests an object of admission is about, in words. */
final class AdmissionMatches {
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
      rules(hook.path("rules"), "webhook " + hook.path("name").asText() + " asked on", hook, all);
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
          List<String> names = texts(rule.path("resourceNames"));
          all.add(
              verb
                  + " "
                  + String.join(",", new TreeSet<>(texts(rule.path("operations"))))
                  + " of "
                  + (group.isEmpty() ? resource : resource + "." + group)
                  + (names.isEmpty() ? "" : " named " + String.join(",", names))
                  + where(selected));
        }
      }
    }
  }

  private static String where(JsonNode selected) {
    StringBuilder where = new StringBuilder();
    for (String selector : List.of("namespaceSelector", "objectSelector")) {
      if (!selected.path(selector).isEmpty()) {
        where.append(" where ").append(selector).append(' ').append(selected.path(selector));
      }
    }
    return where.toString();
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
