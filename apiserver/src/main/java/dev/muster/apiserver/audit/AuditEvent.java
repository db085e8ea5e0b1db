package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import dev.muster.model.codec.Encoder;
import dev.muster.model.status.Status;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of the log.
 *
 * @param user as proved; null if that failed
 * @param impersonated whom the request was made as, if that is someone else
 * @param code of the answer; 0 while there is none
 * @param status of the answer, where it is known to be one
 * @param quotes whether the message of the status may be written
 * @param bodies what was sent and answered, as far as the level has them
 */
record AuditEvent(
    AuditLevel level,
    String id,
    AuditStage stage,
    String uri,
    RequestInfo info,
    ObjectReference object,
    @Nullable User user,
    @Nullable User impersonated,
    String source,
    String userAgent,
    int code,
    @Nullable Status status,
    boolean quotes,
    AuditBodies bodies,
    Instant received,
    Instant at,
    Map<String, String> annotations) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private static final int LONGEST_NAME = 1024;
  private static final int LONGEST_MESSAGE = 8192;
  private static final int MOST_CAUSES = 32;

  AuditEvent {
    annotations = Map.copyOf(annotations);
  }

  /** The event without its bodies, which were too large. */
  AuditEvent truncated() {
    Map<String, String> more = new HashMap<>(annotations);
    more.put("audit.k8s.io/truncated", "true");
    return new AuditEvent(
        level,
        id,
        stage,
        uri,
        info,
        object,
        user,
        impersonated,
        source,
        userAgent,
        code,
        status,
        quotes,
        AuditBodies.NONE,
        received,
        at,
        more);
  }

  /** One line of JSON. */
  byte[] line() {
    byte[] head = Encoder.encode(head());
    byte[] tail = Encoder.encode(tail());
    ByteArrayOutputStream out =
        new ByteArrayOutputStream(head.length + tail.length + (int) bodies.length() + 64);
    out.write(head, 0, head.length - 1);
    bodies.writeTo(out);
    out.write(',');
    out.write(tail, 1, tail.length - 1);
    out.write('\n');
    return out.toByteArray();
  }

  private ObjectNode head() {
    ObjectNode out =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", "Event")
            .put("apiVersion", "audit.k8s.io/v1")
            .put("level", level.text())
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
    put(out, "userAgent", cut(userAgent, LONGEST_NAME));
    if (info.resourceRequest()) {
      object.write(out.putObject("objectRef"), info);
    }
    if (code != 0) {
      answer(out.putObject("responseStatus"));
    }
    return out;
  }

  private ObjectNode tail() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
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

  private void answer(ObjectNode out) {
    out.putObject("metadata");
    if (status != null) {
      out.put("status", "Failure");
      if (quotes) {
        put(out, "message", cut(status.message(), LONGEST_MESSAGE));
      }
      put(out, "reason", status.reason());
      if (status.toJson().get("details") instanceof ObjectNode details) {
        if (!quotes || details.path("causes").size() > MOST_CAUSES) {
          details.remove("causes");
        }
        if (details.path("name").asText().length() > LONGEST_NAME) {
          details.put("name", cut(details.path("name").asText(), LONGEST_NAME));
        }
        out.set("details", details);
      }
    }
    out.put("code", code);
  }

  private static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) + "...TRUNCATED" : text;
  }

  static void put(ObjectNode out, String field, String value) {
    if (!value.isEmpty()) {
      out.put(field, value);
    }
  }
}
