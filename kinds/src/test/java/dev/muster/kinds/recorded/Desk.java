package dev.muster.kinds.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.codec.Decoder;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Strategy;
import java.util.List;
import java.util.Optional;

/** Takes writes through defaulting, preparation and validation, as the server does, and no more. */
final class Desk {
  private Desk() {}

  /** What became of a write: an object, or faults. */
  record Outcome(ObjectNode object, Errors errors, List<String> warnings) {}

  static ObjectNode read(Kind kind, JsonNode body) {
    ObjectNode object = Decoder.decode(kind.type(), body).object();
    object
        .properties()
        .forEach(
            e -> {
              if (e.getValue().isArray() && e.getValue().isEmpty()) {
                e.setValue(object.nullNode());
              }
            });
    ObjectNode stored = kind.conversion().toStored(object);
    kind.strategy().applyDefaults(stored);
    return stored;
  }

  static Outcome create(Kind kind, JsonNode body) {
    ObjectNode object = read(kind, body);
    ObjectNode metadata = object.withObject("metadata");
    if (kind.namespaced()) {
      metadata.put("namespace", Recording.NAMESPACE);
    }
    String prefix = metadata.path("generateName").asText();
    if (!prefix.isEmpty() && !metadata.has("name")) {
      metadata.put("name", prefix.substring(0, Math.min(58, prefix.length())) + "xxxxx");
    }
    Errors errors = new Errors();
    kind.strategy().prepareForCreate(object);
    ObjectMetas.validateCreate(kind, object, errors);
    kind.strategy().validate(object, errors);
    if (errors.isEmpty()) {
      kind.strategy().canonicalize(object);
    }
    return outcome(kind, object, errors, kind.strategy().warnings(object, null));
  }

  static Outcome update(Kind kind, Optional<String> subresource, JsonNode body, JsonNode before) {
    Strategy strategy = kind.strategy();
    ObjectNode old = read(kind, before);
    ObjectNode object = read(kind, body);
    ObjectNode metadata = object.withObject("metadata");
    ObjectNode was = old.withObject("metadata");
    for (String name : List.of("namespace", "uid", "resourceVersion")) {
      if (!metadata.has(name) && was.has(name)) {
        metadata.set(name, was.get(name));
      }
    }
    for (String name : List.of("creationTimestamp", "generation")) {
      metadata.remove(name);
      if (was.has(name)) {
        metadata.set(name, was.get(name));
      }
    }
    Errors errors = new Errors();
    if (subresource.isPresent()) {
      strategy.prepareForSubresourceUpdate(subresource.get(), object, old);
      ObjectMetas.validateUpdate(kind, object, old, errors);
      strategy.validateSubresourceUpdate(subresource.get(), object, old, errors);
    } else {
      strategy.prepareForUpdate(object, old);
      ObjectMetas.validateUpdate(kind, object, old, errors);
      strategy.validateUpdate(object, old, errors);
    }
    return outcome(kind, object, errors, strategy.warnings(object, old));
  }

  private static Outcome outcome(
      Kind kind, ObjectNode object, Errors errors, List<String> warnings) {
    return new Outcome(kind.conversion().fromStored(object), errors, warnings);
  }

  /** A JSON merge patch. */
  static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch;
    }
    ObjectNode out = target instanceof ObjectNode o ? o.deepCopy() : changes.objectNode();
    changes
        .properties()
        .forEach(
            e -> {
              if (e.getValue().isNull()) {
                out.remove(e.getKey());
              } else {
                out.set(e.getKey(), merged(out.path(e.getKey()), e.getValue()));
              }
            });
    return out;
  }
}
