package dev.muster.api.openapi;

import dev.muster.api.discovery.Document;
import dev.muster.api.kinds.Kind;
import dev.muster.api.schema.Field;
import dev.muster.api.schema.Schema;
import dev.muster.api.schema.StructType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells documents apart without building them: equal fingerprints mean equal types, descriptions,
 * kinds and server version, and so equal documents.
 */
final class Fingerprint {
  private final Schema schema;
  private final String version;
  private volatile @Nullable String ofEverything;

  Fingerprint(Schema schema, String version) {
    this.schema = schema;
    this.version = version;
  }

  /** Made when it is first asked for, as most servers are never asked. */
  private String ofEverything() {
    String known = ofEverything;
    if (known == null) {
      known = hash(everything());
      ofEverything = known;
    }
    return known;
  }

  private StringBuilder everything() {
    StringBuilder out = new StringBuilder(1 << 18).append(version).append('\n');
    for (String name : schema.names()) {
      StructType type = schema.struct(name);
      out.append(name).append(type.atomic() ? " atomic" : "").append('\n');
      for (Field field : type.fields()) {
        out.append(field.name())
            .append(' ')
            .append(field.type().goName())
            .append(field.keep() ? " keep " : " ")
            .append(field.patch())
            .append(field.merge())
            .append(field.defaultJson())
            .append('\n');
      }
    }
    new TreeMap<>(Descriptions.all())
        .forEach((key, text) -> out.append(key).append(text).append('\n'));
    return out;
  }

  String of(String path, List<Kind> kinds) {
    StringBuilder out = new StringBuilder(ofEverything()).append(path);
    for (Kind kind : kinds) {
      out.append(kind.kind())
          .append(kind.plural())
          .append(kind.namespaced())
          .append(kind.verbs())
          .append(kind.subresources())
          .append(kind.type().name())
          .append('\n');
    }
    return hash(out);
  }

  private static String hash(StringBuilder text) {
    return Document.sha256(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
