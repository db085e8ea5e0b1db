package dev.muster.client.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads as whom a user acts, into the headers that say so. */
final class ImpersonationSection {
  private ImpersonationSection() {}

  static Map<String, List<String>> read(Section user) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    String name = user.text("as");
    if (!name.isEmpty()) {
      headers.put("Impersonate-User", List.of(checked(user, "as", name)));
    }
    String uid = user.text("as-uid");
    if (!uid.isEmpty()) {
      headers.put("Impersonate-Uid", List.of(checked(user, "as-uid", uid)));
    }
    List<String> groups = texts(user, "as-groups", user.map().path("as-groups"));
    if (!groups.isEmpty()) {
      headers.put("Impersonate-Group", groups);
    }
    for (Map.Entry<String, JsonNode> extra : user.map().path("as-user-extra").properties()) {
      headers.put(
          "Impersonate-Extra-" + escaped(extra.getKey()),
          texts(user, "as-user-extra", extra.getValue()));
    }
    if (name.isEmpty() && !headers.isEmpty()) {
      user.problem("as", "requesting uid, groups or user-extra without impersonating a user");
    }
    return headers;
  }

  private static List<String> texts(Section user, String field, JsonNode list) {
    List<String> texts = new ArrayList<>();
    for (JsonNode value : list) {
      if (!value.isTextual()) {
        user.problem(field, "must be a list of strings");
      }
      texts.add(checked(user, field, value.asText()));
    }
    return texts;
  }

  private static String checked(Section user, String field, String value) {
    if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
      user.problem(field, "has characters that a header cannot carry");
    }
    return value;
  }

  /** Keys are part of a header's name, where not every character may stand. */
  private static String escaped(String key) {
    return URLEncoder.encode(key.toLowerCase(Locale.ROOT), StandardCharsets.UTF_8)
        .replace("+", "%20");
  }
}
