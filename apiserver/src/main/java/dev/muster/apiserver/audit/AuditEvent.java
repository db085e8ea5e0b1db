package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.status.Status;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One line of the log.
 *
 * @param user as proved; null if that failed
 * @param impersonated whom the request was made as, if that is someone else
 * @param code of the answer; 0 while there is none
 * @param status of the answer, where it is known to be one
 */
record AuditEvent(
    String id,
    AuditStage stage,
    String uri,
    RequestInfo info,
    @Nullable User user,
    @Nullable User impersonated,
    String source,
    String userAgent,
    int code,
    @Nullable Status status,
    Instant received,
    Instant at,
    Map<String, String> annotations) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /** Other refusals may quote what was sent, which may be a secret. */
  private static final Set<Integer> QUOTES_NOTHING = Set.of(401, 403, 404, 405, 409, 410, 429);

  AuditEvent {
    annotations = Map.copyOf(annotations);
  }

  ObjectNode json() {
    ObjectNode out =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", "Event")
            .put("apiVersion", "audit.k8s.io/v1")
            .put("level", "Metadata")
            .put("auditID", id)
            .put("stage", stage.text())
            .put("requestURI", uri)
            .put("verb", info.verb());
    ObjectNode who = out.putObject("user");
    if (user != null) {
      user(who, user);
    }
    if (impersonated != null) {
      user(out.putObject("impersonatedUser"), impersonated);
    }
    out.putArray("sourceIPs").add(source);
    put(out, "userAgent", userAgent);
    if (info.resourceRequest()) {
      object(out.putObject("objectRef"));
    }
    if (code != 0) {
      answer(out.putObject("responseStatus"));
    }
    out.put("requestReceivedTimestamp", MICROS.format(received));
    out.put("stageTimestamp", MICROS.format(at));
    if (!annotations.isEmpty()) {
      ObjectNode notes = out.putObject("annotations");
      annotations.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(note -> notes.put(note.getKey(), note.getValue()));
    }
    return out;
  }

  private static void user(ObjectNode out, User user) {
    put(out, "username", user.name());
    put(out, "uid", user.uid());
    if (!user.groups().isEmpty()) {
      user.groups().forEach(out.putArray("groups")::add);
    }
    if (!user.extra().isEmpty()) {
      ObjectNode extra = out.putObject("extra");
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
  }

  private void object(ObjectNode out) {
    put(out, "resource", info.resource());
    put(out, "namespace", info.namespace());
    put(out, "name", info.name());
    put(out, "apiGroup", info.group());
    put(out, "apiVersion", info.version());
    put(out, "subresource", info.subresource());
  }

  private void answer(ObjectNode out) {
    out.putObject("metadata");
    if (status != null) {
      out.put("status", "Failure");
      if (QUOTES_NOTHING.contains(code)) {
        put(out, "message", status.message());
      }
      put(out, "reason", status.reason());
    }
    out.put("code", code);
  }

  private static void put(ObjectNode out, String field, String value) {
    if (!value.isEmpty()) {
      out.put(field, value);
    }
  }
}
