package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Objects inside an object that have a kind and metadata of their own. */
final class EmbeddedResources {
  private static final StructType METADATA = Schema.kubernetes().struct("meta/v1.ObjectMeta");

  private EmbeddedResources() {}

  /**
   * Gives their metadata the form that metadata has.
   *
   * @param unknown is told the path of each field of metadata that is none
   * @throws IllegalArgumentException with the first fault, as a message has it
   */
  static void coerce(
      JsonNode value, @Nullable Structural schema, Path at, Consumer<String> unknown) {
    if (schema == null) {
      return;
    }
    Deadline.check();
    if (value instanceof ObjectNode object) {
      if (schema.embedded()) {
        coerceMeta(object, at, unknown);
      }
      for (Map.Entry<String, JsonNode> e : object.properties()) {
        Structural property = schema.properties().get(e.getKey());
        Path below = property == null ? at.key(e.getKey()) : at.child(e.getKey());
        coerce(e.getValue(), property == null ? schema.others() : property, below, unknown);
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        coerce(value.get(i), schema.items(), at.index(i), unknown);
      }
    }
  }

  private static void coerceMeta(ObjectNode object, Path at, Consumer<String> unknown) {
    for (String name : List.of("apiVersion", "kind")) {
      JsonNode given = object.get(name);
      if (given != null && !given.isTextual()) {
        throw fault(at.child(name), given, "must be a string");
      }
    }
    JsonNode metadata = object.get("metadata");
    if (metadata == null) {
      return;
    }
    try {
      Decoder.Decoded read = Decoder.decode(METADATA, metadata);
      for (String issue : read.issues()) {
        unknown.accept(at.child("metadata") + "." + issue.replaceFirst("^[^\"]*\"(.*)\"$", "$1"));
      }
      ObjectNode own = read.object();
      if (own.path("creationTimestamp").isNull()) {
        own.remove("creationTimestamp");
      }
      object.set("metadata", own);
    } catch (DecodeException e) {
      throw fault(at.child("metadata"), metadata, String.valueOf(e.getMessage()));
    }
  }

  private static IllegalArgumentException fault(Path at, JsonNode value, String detail) {
    return new IllegalArgumentException(
        at + ": Invalid value: " + InvalidValue.of(value) + ": " + detail);
  }

  /** Finds what is wrong with kinds, versions and metadata. */
  static void validate(JsonNode value, @Nullable Structural schema, Path at, Errors errors) {
    if (schema == null) {
      return;
    }
    Deadline.check();
    if (value.isObject()) {
      if (schema.embedded()) {
        validateMeta((ObjectNode) value, at, errors);
      }
      for (Map.Entry<String, JsonNode> e : value.properties()) {
        Structural property = schema.properties().get(e.getKey());
        Path below = property == null ? at.key(e.getKey()) : at.child(e.getKey());
        validate(e.getValue(), property == null ? schema.others() : property, below, errors);
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        validate(value.get(i), schema.items(), at.index(i), errors);
      }
    }
  }

  private static void validateMeta(ObjectNode object, Path at, Errors errors) {
    for (String name : List.of("apiVersion", "kind")) {
      JsonNode given = object.get(name);
      if (given == null) {
        errors.required(at.child(name), "");
      } else if (!given.isTextual()) {
        errors.invalid(at.child(name), InvalidValue.of(given), "must be a string");
      } else if (given.textValue().isEmpty()) {
        errors.invalidText(at.child(name), "", "must not be empty");
      }
    }
    String version = object.path("apiVersion").asText();
    if (version.chars().filter(c -> c == '/').count() > 1) {
      errors.invalidText(
          at.child("apiVersion"), version, "unexpected GroupVersion string: " + version);
    }
    String kind = object.path("kind").asText();
    List<String> faults =
        kind.isEmpty() ? List.of() : Names.label1035(kind.toLowerCase(Locale.ROOT), false);
    if (!faults.isEmpty()) {
      errors.invalidText(
          at.child("kind"),
          kind,
          "may have mixed case, but should otherwise match: " + String.join(",", faults));
    }
    if (object.has("metadata")) {
      metadata(object, at, errors);
    }
  }

  private static void metadata(ObjectNode object, Path at, Errors errors) {
    ObjectNode alone = object.objectNode();
    try {
      alone.set("metadata", Decoder.decode(METADATA, object.get("metadata")).object());
    } catch (DecodeException e) {
      errors.invalid(
          at.child("metadata"),
          InvalidValue.of(object.get("metadata")),
          String.valueOf(e.getMessage()));
      return;
    }
    ObjectNode metadata = (ObjectNode) alone.get("metadata");
    if (metadata.path("name").asText().isEmpty()) {
      metadata.set("name", TextNode.valueOf("fakename"));
    }
    Errors found = new Errors();
    ObjectMetas.validate(metadata.hasNonNull("namespace"), Names::pathSegment, alone, found);
    found.list().forEach(fault -> errors.add(below(at, fault)));
  }

  private static FieldError below(Path at, FieldError fault) {
    return new FieldError(fault.reason(), at + "." + fault.field(), fault.body());
  }
}
