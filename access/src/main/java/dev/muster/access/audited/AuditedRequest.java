package dev.muster.access.audited;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.authz.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request as an event of an audit log has it.
 *
 * @param caller who proved to be it; without a name if nobody did
 * @param actedAs whom the caller impersonated
 * @param uri what was asked for, as it was sent or decoded, which depends on the server
 * @param object what it was about; empty texts where it was not an object
 * @param code of the answer; 0 while there is none
 * @param message of the answer; empty if the log does not have it
 * @param decision {@code allow}, {@code forbid} or empty if no authorizer was asked
 * @param why in the authorizers' words, or in those of the server
 * @param revision the server's when it decided; empty if it does not say
 */
public record AuditedRequest(
    String id,
    String received,
    User caller,
    Optional<User> actedAs,
    String verb,
    String uri,
    Reference object,
    int code,
    String reason,
    String message,
    String decision,
    String why,
    String revision) {
  private static final int LONGEST = 8192;
  private static final int MOST_GROUPS = 10_000;

  /** What a request was about. */
  public record Reference(
      String group,
      String version,
      String resource,
      String subresource,
      String namespace,
      String name) {}

  static AuditedRequest of(JsonNode event) {
    JsonNode status = event.path("responseStatus");
    JsonNode notes = event.path("annotations");
    JsonNode as = event.path("impersonatedUser");
    return new AuditedRequest(
        text(event, "auditID"),
        text(event, "requestReceivedTimestamp"),
        user(event.path("user")),
        as.isObject() ? Optional.of(user(as)) : Optional.empty(),
        text(event, "verb"),
        text(event, "requestURI"),
        object(event.path("objectRef")),
        status.path("code").asInt(),
        text(status, "reason"),
        text(status, "message"),
        text(notes, "authorization.k8s.io/decision"),
        why(notes),
        text(notes, "access.muster.dev/revision"));
  }

  /** A server may explain what its authorizers leave unexplained. */
  private static String why(JsonNode notes) {
    String said = text(notes, "authorization.k8s.io/reason");
    return said.isEmpty() ? text(notes, "access.muster.dev/reason") : said;
  }

  /** In whose name it was decided. */
  public User asked() {
    return actedAs.orElse(caller);
  }

  /** Whether another event is of the same request: an id alone does not tell. */
  boolean sameRequest(AuditedRequest other) {
    return received.equals(other.received)
        && caller.name().equals(other.caller.name())
        && verb.equals(other.verb)
        && uri.equals(other.uri);
  }

  private static Reference object(JsonNode ref) {
    return new Reference(
        text(ref, "apiGroup"),
        text(ref, "apiVersion"),
        text(ref, "resource"),
        text(ref, "subresource"),
        text(ref, "namespace"),
        text(ref, "name"));
  }

  private static User user(JsonNode user) {
    List<String> groups = new ArrayList<>();
    for (JsonNode group : user.path("groups")) {
      if (groups.size() < MOST_GROUPS) {
        groups.add(cut(group.asText()));
      }
    }
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : user.path("extra").properties()) {
      List<String> values = new ArrayList<>();
      entry.getValue().forEach(value -> values.add(value.asText()));
      extra.put(entry.getKey(), values);
    }
    return new User(text(user, "username"), text(user, "uid"), groups, extra);
  }

  private static String text(JsonNode in, String field) {
    return cut(in.path(field).asText());
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }
}
