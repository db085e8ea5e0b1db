package dev.muster.model.types;

import dev.muster.model.types.Field.Merge;
import dev.muster.model.types.Field.Patch;
import dev.muster.model.types.Type.Scalar;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the type tables. A table holds the types of one API version; a line that is not indented
 * names a type, an indented one a field: its JSON name, its type, and what deviates from the rule.
 *
 * <pre>
 * PodSecurityContext                    a struct; "atomic" after the name: applied as a whole
 *   runAsUser *int64                    *  absent differs from zero
 *   conditions []PodCondition merge(type) key(type)
 *   rules []PolicyRule keep             keep: written even when empty
 *   hostPath *HostPathVolumeSource #2.1 the number in protobuf: field 1 of the message in field 2
 * </pre>
 */
final class SchemaReader {
  /** The API versions that have a table, in the order in which they are read. */
  static final List<String> TABLES =
      List.of(
          "meta/v1",
          "meta/v1beta1",
          "core/v1",
          "apps/v1",
          "batch/v1",
          "rbac/v1",
          "rbac/v1beta1",
          "rbac/v1alpha1",
          "authorization/v1",
          "authorization/v1beta1",
          "authentication/v1",
          "policy/v1",
          "policy/v1beta1",
          "coordination/v1",
          "events/v1",
          "discovery/v1",
          "networking/v1",
          "storage/v1",
          "scheduling/v1",
          "node/v1",
          "admissionregistration/v1",
          "admissionregistration/v1beta1",
          "admissionregistration/v1alpha1",
          "certificates/v1",
          "autoscaling/v1",
          "autoscaling/v2",
          "flowcontrol/v1",
          "resource/v1",
          "apiextensions/v1",
          "apiregistration/v1",
          "admission/v1",
          "windows/v1",
          "metrics/v1beta1",
          "access/v1");

  private final Schema schema;
  private final Set<String> unknown;

  private SchemaReader(Schema schema, Set<String> unknown) {
    this.schema = schema;
    this.unknown = unknown;
  }

  static Schema read(Schema known, String table, List<String> lines) {
    SchemaReader reader = new SchemaReader(known.copy(), Set.of());
    reader.read(table, lines);
    return reader.schema;
  }

  /**
   * @param unknown fields to leave out, each behind the name of its type
   */
  static Schema readBuiltIn(Set<String> unknown) {
    SchemaReader reader = new SchemaReader(new Schema(), unknown);
    for (String table : TABLES) {
      String file = table.replace('/', '_') + ".schema";
      try (InputStream in =
              Objects.requireNonNull(SchemaReader.class.getResourceAsStream(file), file);
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        reader.read(table, lines.lines().toList());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return reader.schema;
  }

  private void read(String table, List<String> lines) {
    String head = "";
    List<Field> fields = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("  ")) {
        fields.add(field(table, line.substring(2)));
      } else if (!line.isBlank()) {
        finish(table, head, fields);
        head = line;
        fields.clear();
      }
    }
    finish(table, head, fields);
  }

  private void finish(String table, String head, List<Field> fields) {
    if (!head.isEmpty()) {
      int space = head.indexOf(' ');
      String name = space < 0 ? head : head.substring(0, space);
      String type = table + "." + name;
      fields.removeIf(field -> unknown.contains(type + "." + field.name()));
      schema.add(new StructType(type, head.endsWith(" atomic"), fields));
    }
  }

  private Field field(String table, String line) {
    String[] words = line.split(" ", 3);
    String spec = words[1];
    boolean pointer = spec.startsWith("*");
    Type type = type(table, pointer ? spec.substring(1) : spec);
    boolean keep = false;
    boolean omitZero = false;
    boolean merge = false;
    boolean retain = false;
    boolean replace = false;
    String key = "";
    Merge how = new Merge.Natural();
    String byDefault = "";
    List<Integer> numbers = List.of();
    String rest = words.length == 3 ? words[2] : "";
    int at = rest.indexOf("default=");
    if (at >= 0) {
      byDefault = rest.substring(at + "default=".length());
      rest = rest.substring(0, at).strip();
    }
    for (String word : rest.isEmpty() ? new String[0] : rest.split(" ")) {
      switch (word) {
        case "keep" -> keep = true;
        case "omitzero" -> omitZero = true;
        case "merge" -> merge = true;
        case "retainKeys" -> retain = true;
        case "replace" -> replace = true;
        case "set" -> how = new Merge.SetOf();
        case "granular" -> how = new Merge.Granular();
        case "atomic" -> how = new Merge.Atomic();
        default -> {
          String inside =
              word.startsWith("#") ? "" : word.substring(word.indexOf('(') + 1, word.length() - 1);
          if (word.startsWith("#")) {
            numbers = Stream.of(word.substring(1).split("\\.")).map(Integer::valueOf).toList();
          } else if (word.startsWith("merge(")) {
            merge = true;
            key = inside;
          } else if (word.startsWith("key(")) {
            how = new Merge.Keyed(List.of(inside.split(",")));
          } else {
            throw new IllegalStateException(
                "unknown word \"" + word + "\" in table " + table + ": " + line);
          }
        }
      }
    }
    Patch patch = merge || retain || replace ? new Patch(merge, key, retain, replace) : Patch.NONE;
    return new Field(words[0], type, pointer, keep, omitZero, patch, how, byDefault, numbers);
  }

  private Type type(String table, String spec) {
    if (spec.startsWith("[]")) {
      Alias alias = Alias.after(spec, 2);
      Type element = type(table, pointerless(alias.rest()));
      return new Type.ListOf(element, alias.or("[]" + element.goName()));
    }
    if (spec.startsWith("map:") || spec.startsWith("map<")) {
      Alias alias = Alias.after(spec, 3);
      Type value = type(table, pointerless(alias.rest().substring(1)));
      return new Type.MapOf(value, alias.or("map[string]" + value.goName()));
    }
    if (Character.isUpperCase(spec.charAt(0)) || spec.indexOf('/') > 0) {
      String name = spec.indexOf('/') > 0 ? spec : table + "." + spec;
      String version = name.substring(name.indexOf('/') + 1);
      return new Type.Ref(name, schema, version);
    }
    return scalar(spec);
  }

  private static String pointerless(String spec) {
    return spec.startsWith("*") ? spec.substring(1) : spec;
  }

  private static Scalar scalar(String spec) {
    int open = spec.indexOf('<');
    String kind = open < 0 ? spec : spec.substring(0, open);
    String go = open < 0 ? kind : spec.substring(open + 1, spec.length() - 1);
    return switch (kind) {
      case "string" -> new Scalar(Scalar.Kind.STRING, go);
      case "bool" -> new Scalar(Scalar.Kind.BOOL, go);
      case "int32" -> new Scalar(Scalar.Kind.INT32, go);
      case "int64", "int" -> new Scalar(Scalar.Kind.INT64, go);
      case "uint32" -> new Scalar(Scalar.Kind.UINT32, go);
      case "float64", "float32" -> new Scalar(Scalar.Kind.FLOAT64, go);
      case "bytes" -> new Scalar(Scalar.Kind.BYTES, "[]uint8");
      case "quantity" -> new Scalar(Scalar.Kind.QUANTITY, "resource.Quantity");
      case "intOrString" -> new Scalar(Scalar.Kind.INT_OR_STRING, "intstr.IntOrString");
      case "time" -> new Scalar(Scalar.Kind.TIME, "v1.Time");
      case "microTime" -> new Scalar(Scalar.Kind.MICRO_TIME, "v1.MicroTime");
      case "duration" -> new Scalar(Scalar.Kind.DURATION, "v1.Duration");
      case "fields", "raw" -> new Scalar(Scalar.Kind.RAW, open < 0 ? "runtime.RawExtension" : go);
      default -> throw new IllegalStateException("unknown type \"" + spec + "\"");
    };
  }

  /** A Go name in angle brackets, if there is one, and what follows it. */
  private record Alias(String name, String rest) {
    static Alias after(String spec, int start) {
      if (spec.charAt(start) != '<') {
        return new Alias("", spec.substring(start));
      }
      int end = spec.indexOf('>', start);
      return new Alias(spec.substring(start + 1, end), spec.substring(end + 1));
    }

    String or(String other) {
      return name.isEmpty() ? other : name;
    }
  }
}
