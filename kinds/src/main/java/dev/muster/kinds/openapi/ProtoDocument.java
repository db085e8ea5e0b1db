package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A document of version 2 as the protobuf message {@code openapi.v2.Document}, which is the only
 * form that kubectl takes it in. It holds the definitions and no paths: kubectl reads those from
 * version 3.
 */
final class ProtoDocument {
  private static final int BYTES = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private ProtoDocument() {}

  static byte[] of(JsonNode document) {
    ProtoDocument message = new ProtoDocument();
    message.text(1, document.path("swagger"));
    ProtoDocument info = new ProtoDocument();
    info.text(1, document.path("info").path("title"));
    info.text(2, document.path("info").path("version"));
    message.message(2, info);
    message.message(9, named(document.path("definitions")));
    return message.out.toByteArray();
  }

  /** Definitions and properties look the same: pairs of a name and a schema. */
  private static ProtoDocument named(JsonNode schemas) {
    ProtoDocument all = new ProtoDocument();
    for (var entry : schemas.properties()) {
      ProtoDocument pair = new ProtoDocument();
      pair.text(1, entry.getKey());
      pair.message(2, schema(entry.getValue()));
      all.message(1, pair);
    }
    return all;
  }

  private static ProtoDocument schema(JsonNode schema) {
    ProtoDocument message = new ProtoDocument();
    message.text(1, schema.path("$ref"));
    message.text(2, schema.path("format"));
    message.text(4, schema.path("description"));
    if (schema.has("default")) {
      message.message(5, any(schema.get("default")));
    }
    schema.path("required").forEach(name -> message.text(19, name));
    schema.path("enum").forEach(value -> message.message(20, any(value)));
    if (schema.has("additionalProperties")) {
      message.message(21, wrapped(1, schema(schema.get("additionalProperties"))));
    }
    if (schema.has("type")) {
      ProtoDocument type = new ProtoDocument();
      type.text(1, schema.get("type"));
      message.message(22, type);
    }
    if (schema.has("items")) {
      message.message(23, wrapped(1, schema(schema.get("items"))));
    }
    schema.path("allOf").forEach(part -> message.message(24, schema(part)));
    if (schema.has("properties")) {
      message.message(25, named(schema.get("properties")));
    }
    for (var entry : schema.properties()) {
      if (entry.getKey().startsWith("x-")) {
        ProtoDocument extension = new ProtoDocument();
        extension.text(1, entry.getKey());
        extension.message(2, any(entry.getValue()));
        message.message(31, extension);
      }
    }
    return message;
  }

  /** A free value is written as YAML, of which JSON is a part. */
  private static ProtoDocument any(JsonNode value) {
    ProtoDocument message = new ProtoDocument();
    message.text(2, value.toString());
    return message;
  }

  private static ProtoDocument wrapped(int field, ProtoDocument inner) {
    ProtoDocument message = new ProtoDocument();
    message.message(field, inner);
    return message;
  }

  private void text(int field, JsonNode value) {
    text(field, value.asText());
  }

  private void text(int field, String value) {
    if (!value.isEmpty()) {
      bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void message(int field, ProtoDocument inner) {
    bytes(field, inner.out.toByteArray());
  }

  private void bytes(int field, byte[] value) {
    varint(field << 3 | BYTES);
    varint(value.length);
    out.writeBytes(value);
  }

  private void varint(int value) {
    int rest = value;
    while (rest > 0x7f) {
      out.write(rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
