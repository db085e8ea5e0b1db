package dev.muster.access.auditlog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one event of {@code audit.k8s.io}; bodies that it holds are stepped over. */
final class AuditEntryReader {
  private static final int MOST_GROUPS = 1_000;
  private static final JsonNode NOTHING = MissingNode.getInstance();

  private String kind = "";
  private String apiVersion = "";
  private String stage = "";
  private String uri = "";
  private String verb = "";
  private JsonNode user = NOTHING;
  private JsonNode impersonated = NOTHING;
  private JsonNode object = NOTHING;
  private JsonNode status = NOTHING;
  private JsonNode annotations = NOTHING;
  private JsonNode authentication = NOTHING;

  private AuditEntryReader() {}

  /**
   * The event that the parser stands before; empty if it tells nothing, as a request was just
   * received.
   *
   * @throws NoEventException if it is something else
   * @throws IOException if it is no JSON
   */
  static Optional<AuditEntry> read(JsonParser in) throws IOException {
    AuditEntryReader reader = new AuditEntryReader();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String field = in.currentName();
      JsonToken value = in.nextToken();
      if (value == null) {
        throw new IOException("ends within an event");
      }
      reader.take(field, value, in);
    }
    if (!reader.kind.equals("Event") || !reader.apiVersion.startsWith("audit.k8s.io/")) {
      throw new NoEventException();
    }
    return reader.entry();
  }

  private void take(String field, JsonToken value, JsonParser in) throws IOException {
    switch (field) {
      case "kind" -> kind = text(value, in);
      case "apiVersion" -> apiVersion = text(value, in);
      case "stage" -> stage = text(value, in);
      case "requestURI" -> uri = text(value, in);
      case "verb" -> verb = text(value, in);
      case "user" -> user = in.readValueAsTree();
      case "impersonatedUser" -> impersonated = in.readValueAsTree();
      case "objectRef" -> object = in.readValueAsTree();
      case "responseStatus" -> status = in.readValueAsTree();
      case "annotations" -> annotations = in.readValueAsTree();
      case "authenticationMetadata" -> authentication = in.readValueAsTree();
      default -> in.skipChildren();
    }
  }

  private static String text(JsonToken value, JsonParser in) throws IOException {
    in.skipChildren();
    return value == JsonToken.VALUE_STRING ? in.getText() : "";
  }

  private Optional<AuditEntry> entry() throws IOException {
    if (stage.equals("RequestReceived")) {
      return Optional.empty();
    }
    User requestor = user(user);
    @Nullable User other = impersonated.isObject() ? user(impersonated) : null;
    return Optional.of(
        new AuditEntry(
            requestor,
            other,
            authentication.path("impersonationConstraint").asText(),
            request(other == null ? requestor : other),
            RequestOutcome.of(annotations, status),
            !stage.equals("ResponseStarted")));
  }

  /** As the authorizer was asked: what the log took from a body is not part of it. */
  private Attributes request(User as) {
    String path = path();
    if (!object.isObject()) {
      return Attributes.nonResource(as, verb, path);
    }
    String subresource = object.path("subresource").asText();
    boolean nameless = verb.equals("create") && subresource.isEmpty();
    boolean inNamespace = path.isEmpty() || path.contains("/namespaces/");
    return Attributes.resource(
        as,
        verb,
        object.path("apiGroup").asText(),
        object.path("apiVersion").asText(),
        object.path("resource").asText(),
        subresource,
        inNamespace ? object.path("namespace").asText() : "",
        nameless ? "" : object.path("name").asText());
  }

  private String path() {
    int query = uri.indexOf('?');
    return query < 0 ? uri : uri.substring(0, query);
  }

  private static User user(JsonNode tree) throws IOException {
    if (tree.path("groups").size() > MOST_GROUPS) {
      throw new IOException("a user of more than " + MOST_GROUPS + " groups");
    }
    List<String> groups = new ArrayList<>();
    tree.path("groups").forEach(group -> groups.add(group.asText()));
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : tree.path("extra").properties()) {
      List<String> values = new ArrayList<>();
      entry.getValue().forEach(value -> values.add(value.asText()));
      extra.put(entry.getKey(), values);
    }
    return new User(tree.path("username").asText(), tree.path("uid").asText(), groups, extra);
  }
}
