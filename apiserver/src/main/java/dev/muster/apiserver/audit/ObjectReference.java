package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.RequestInfo;

/**
 * Which object a request is about, as far as the path leaves that to the body.
 *
 * @param version the resourceVersion that was sent
 */
record ObjectReference(String namespace, String name, String uid, String version) {
  private static final int LONGEST = 253;

  static final ObjectReference UNKNOWN = new ObjectReference("", "", "", "");

  static ObjectReference of(JsonNode metadata) {
    return new ObjectReference(
        text(metadata, "namespace"),
        text(metadata, "name"),
        text(metadata, "uid"),
        text(metadata, "resourceVersion"));
  }

  /** Nothing was validated yet: what is too long to be a name is none. */
  private static String text(JsonNode metadata, String field) {
    String text = metadata.path(field).asText();
    return text.length() > LONGEST ? "" : text;
  }

  void write(ObjectNode out, RequestInfo info) {
    AuditEvent.put(out, "resource", info.resource());
    AuditEvent.put(out, "namespace", info.namespace().isEmpty() ? namespace : info.namespace());
    AuditEvent.put(out, "name", info.name().isEmpty() ? name : info.name());
    AuditEvent.put(out, "uid", uid);
    AuditEvent.put(out, "apiGroup", info.group());
    AuditEvent.put(out, "apiVersion", info.version());
    AuditEvent.put(out, "resourceVersion", version);
    AuditEvent.put(out, "subresource", info.subresource());
  }
}
