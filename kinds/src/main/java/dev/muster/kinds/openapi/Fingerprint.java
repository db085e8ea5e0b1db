package dev.muster.kinds.openapi;

import dev.muster.kinds.discovery.Document;
import dev.muster.model.scheme.Kind;
import dev.muster.model.types.CustomContent;
import dev.muster.model.types.Field;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
      describe(schema.struct(name), out);
    }
    new TreeMap<>(Descriptions.all())
        .forEach((key, text) -> out.append(key).append(text).append('\n'));
    return out;
  }

  private static void describe(StructType type, StringBuilder out) {
    out.append(type.name()).append(type.atomic() ? " atomic" : "").append('\n');
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

  /** Types that came with kinds added later, and what they refer to. */
  private void describeAdded(StructType type, Set<StructType> known, StringBuilder out) {
    if (schema.find(type.name()) != type && known.add(type)) {
      describe(type, out);
      type.fields().forEach(field -> describeAdded(field.type(), known, out));
    }
  }

  private void describeAdded(Type type, Set<StructType> known, StringBuilder out) {
    switch (type) {
      case Type.Scalar scalar -> {}
      case Type.Ref ref -> describeAdded(ref.struct(), known, out);
      case Type.ListOf list -> describeAdded(list.element(), known, out);
      case Type.MapOf map -> describeAdded(map.value(), known, out);
    }
  }

  String of(String path, List<Kind> kinds) {
    StringBuilder out = new StringBuilder(ofEverything()).append(path);
    Set<StructType> added = new HashSet<>();
    for (Kind kind : kinds) {
      out.append(kind.kind())
          .append(kind.plural())
          .append(kind.namespaced())
          .append(kind.verbs())
          .append(kind.subresources())
          .append(kind.type().name())
          .append('\n');
      CustomContent custom = kind.type().content();
      if (custom == null) {
        describeAdded(kind.type(), added, out);
      } else {
        out.append(custom.published());
      }
    }
    return hash(out);
  }

  private static String hash(StringBuilder text) {
    return Document.sha256(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
