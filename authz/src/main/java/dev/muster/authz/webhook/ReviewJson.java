package dev.muster.authz.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.muster.authz.Attributes;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reviews as kube-apiserver writes them. */
final class ReviewJson {
  static final String KIND = "SubjectAccessReview";
  private static final JsonFactory JSON = new JsonFactory();

  private final ReviewVersion version;

  ReviewJson(ReviewVersion version) {
    this.version = version;
  }

  byte[] write(Attributes request) {
    var bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("kind", KIND);
      json.writeStringField("apiVersion", version.apiVersion());
      json.writeObjectFieldStart("metadata");
      json.writeEndObject();
      json.writeObjectFieldStart("spec");
      if (request.resourceRequest()) {
        writeResource(json, request);
      } else {
        json.writeObjectFieldStart("nonResourceAttributes");
        writeText(json, "path", request.path());
        writeText(json, "verb", request.verb());
        json.writeEndObject();
      }
      writeUser(json, request.user());
      json.writeEndObject();
      json.writeObjectFieldStart("status");
      json.writeBooleanField("allowed", false);
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  private static void writeResource(JsonGenerator json, Attributes request) throws IOException {
    json.writeObjectFieldStart("resourceAttributes");
    writeText(json, "namespace", request.namespace());
    writeText(json, "verb", request.verb());
    writeText(json, "group", request.apiGroup());
    writeText(json, "version", request.apiVersion());
    writeText(json, "resource", request.resource());
    writeText(json, "subresource", request.subresource());
    writeText(json, "name", request.name());
    writeSelector(json, "fieldSelector", request.fieldSelector());
    writeSelector(json, "labelSelector", request.labelSelector());
    json.writeEndObject();
  }

  private void writeUser(JsonGenerator json, User user) throws IOException {
    writeText(json, "user", user.name());
    writeTexts(json, version.groupsField(), user.groups());
    if (!user.extra().isEmpty()) {
      json.writeObjectFieldStart("extra");
      for (Map.Entry<String, List<String>> extra : new TreeMap<>(user.extra()).entrySet()) {
        json.writeFieldName(extra.getKey());
        json.writeStartArray();
        for (String value : extra.getValue()) {
          json.writeString(value);
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    }
    writeText(json, "uid", user.uid());
  }

  private static void writeSelector(
      JsonGenerator json, String field, List<SelectorRequirement> selector) throws IOException {
    if (selector.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart(field);
    json.writeArrayFieldStart("requirements");
    for (SelectorRequirement requirement : selector) {
      json.writeStartObject();
      json.writeStringField("key", requirement.key());
      json.writeStringField("operator", requirement.operator());
      writeTexts(json, "values", requirement.values());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeText(JsonGenerator json, String field, String value) throws IOException {
    if (!value.isEmpty()) {
      json.writeStringField(field, value);
    }
  }

  private static void writeTexts(JsonGenerator json, String field, List<String> values)
      throws IOException {
    if (!values.isEmpty()) {
      json.writeArrayFieldStart(field);
      for (String value : values) {
        json.writeString(value);
      }
      json.writeEndArray();
    }
  }
}
