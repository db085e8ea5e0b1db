package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.handlers.RequestAttributes;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the questions of {@code access.muster.dev} are about. */
final class QuestionSpecs {
  private QuestionSpecs() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Whom it is about; empty for whoever asks. */
  static Optional<User> user(JsonNode spec) {
    String name = spec.path("user").asText();
    List<String> groups = texts(spec.path("groups"));
    if (name.isEmpty() && groups.isEmpty()) {
      return Optional.empty();
    }
    Map<String, List<String>> extra = new LinkedHashMap<>();
    spec.path("extra")
        .properties()
        .forEach(entry -> extra.put(entry.getKey(), texts(entry.getValue())));
    return Optional.of(new User(name, spec.path("uid").asText(), groups, extra));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /**
   * What somebody wants.
   *
   * @throws IllegalArgumentException unless the question says it, in one way
   */
  static Attributes attributes(JsonNode spec, User user) {
    boolean request = spec.hasNonNull("request");
    boolean path = spec.hasNonNull("nonResourceAttributes");
    boolean resource = spec.hasNonNull("resourceAttributes");
    if ((request ? 1 : 0) + (path ? 1 : 0) + (resource ? 1 : 0) != 1) {
      throw new IllegalArgumentException(
          "spec: exactly one of request, resourceAttributes and nonResourceAttributes must be"
              + " given");
    }
    if (request) {
      return requested(spec.path("request").asText(), user);
    }
    if (path) {
      JsonNode of = spec.path("nonResourceAttributes");
      return Attributes.nonResource(user, of.path("verb").asText(), of.path("path").asText());
    }
    JsonNode of = spec.path("resourceAttributes");
    return Attributes.resource(
        user,
        of.path("verb").asText(),
        of.path("group").asText(),
        of.path("version").asText(),
        of.path("resource").asText(),
        of.path("subresource").asText(),
        of.path("namespace").asText(),
        of.path("name").asText());
  }

  /** A request as it goes over the wire: {@code POST /api/v1/namespaces/x/pods}. */
  private static Attributes requested(String line, User user) {
    int space = line.indexOf(' ');
    if (space < 1 || !line.startsWith("/", space + 1)) {
      throw new IllegalArgumentException(
          "spec.request: \"" + line + "\" is no method and path: write GET /api/v1/pods");
    }
    String target = line.substring(space + 1);
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    Query query = Query.parse(mark < 0 ? "" : target.substring(mark + 1));
    return RequestAttributes.of(user, RequestInfo.of(line.substring(0, space), path, query), query);
  }
}
