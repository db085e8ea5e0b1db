package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import java.io.IOException;
import java.util.List;

/**
 * A question without selectors and extra values, as most are.
 *
 * @param versioned whether its version was given
 */
record PlainQuestion(Attributes request, boolean versioned) {

  /** The item of the answer: canonical, as a tree of it would be written. */
  void write(Decision decision, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeFieldName("spec");
    spec(json);
    json.writeFieldName("status");
    status(decision, json);
    json.writeEndObject();
  }

  private void spec(JsonGenerator json) throws IOException {
    json.writeStartObject();
    if (request.resourceRequest()) {
      json.writeObjectFieldStart("resourceAttributes");
      put("namespace", request.namespace(), json);
      put("verb", request.verb(), json);
      put("group", request.apiGroup(), json);
      put("version", versioned ? request.apiVersion() : "", json);
      put("resource", request.resource(), json);
      put("subresource", request.subresource(), json);
      put("name", request.name(), json);
    } else {
      json.writeObjectFieldStart("nonResourceAttributes");
      put("path", request.path(), json);
      put("verb", request.verb(), json);
    }
    json.writeEndObject();
    User user = request.user();
    put("user", user.name(), json);
    List<String> groups = user.groups();
    if (!groups.isEmpty()) {
      json.writeArrayFieldStart("groups");
      for (int i = 0; i < groups.size(); i++) {
        json.writeString(groups.get(i));
      }
      json.writeEndArray();
    }
    put("uid", user.uid(), json);
    json.writeEndObject();
  }

  private void status(Decision decision, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeBooleanField("allowed", decision.allowed());
    if (decision instanceof Decision.Deny) {
      json.writeBooleanField("denied", true);
    }
    put("reason", decision.reason(), json);
    if (!decision.problems().isEmpty()) {
      put(
          "evaluationError",
          new AccessQuestion(request, List.of()).evaluationError(decision),
          json);
    }
    json.writeEndObject();
  }

  private static void put(String field, String value, JsonGenerator json) throws IOException {
    if (!value.isEmpty()) {
      json.writeStringField(field, value);
    }
  }
}
