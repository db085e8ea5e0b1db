package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.field.TreeDiff;
import dev.muster.model.quantity.Quantity;

/** What may not change in a claim: nearly everything, but for the size of a bound one. */
final class FixedClaim {
  private static final String CLASS = PersistentVolumeClaimStrategy.BETA_CLASS;

  private FixedClaim() {}

  static void validate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectNode now = object.withObject("spec").deepCopy();
    ObjectNode before = old.withObject("spec").deepCopy();
    if (!before.has("volumeName")) {
      copy("volumeName", now, before);
    }
    className(object, old, now, before, errors);
    boolean bound = object.path("status").path("phase").asText().equals("Bound");
    if (bound) {
      if (now.path("resources").get("requests") instanceof ObjectNode requests) {
        JsonNode storage = before.path("resources").path("requests").get("storage");
        requests.set("storage", storage == null ? requests.textNode("0") : storage);
      }
      copy("volumeAttributesClassName", before, now);
    }
    if (!now.equals(before)) {
      errors.forbidden(
          Path.of("spec"),
          "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n"
              + TreeDiff.of(before, now));
    }
    size(object, old, errors);
    At mode = At.root(object).get("spec", "volumeMode");
    ObjectMetas.validateImmutable(
        new At(mode.node(), Path.of("volumeMode")), At.root(old).get("spec", "volumeMode"), errors);
    attributesClass(object, old, errors);
  }

  /** The class can be named once: what an annotation named, or none did. */
  private static void className(
      ObjectNode object, ObjectNode old, ObjectNode now, ObjectNode before, Errors errors) {
    JsonNode annotated = old.path("metadata").path("annotations").path(CLASS);
    JsonNode annotation = object.path("metadata").path("annotations").path(CLASS);
    boolean named = !before.has("storageClassName") && now.has("storageClassName");
    boolean asAnnotated = named && now.path("storageClassName").asText().equals(annotated.asText());
    if (asAnnotated
        && !annotated.isMissingNode()
        && (annotation.isMissingNode() || annotation.asText().equals(annotated.asText()))) {
      now.remove("storageClassName");
      return;
    }
    if (!annotation.asText().equals(annotated.asText())) {
      errors.invalidText(
          Path.of("metadata", "annotations", CLASS), annotation.asText(), "field is immutable");
    }
    if (named && (annotated.isMissingNode() || asAnnotated)) {
      now.remove("storageClassName");
    }
  }

  private static void attributesClass(ObjectNode object, ObjectNode old, Errors errors) {
    JsonNode name = object.path("spec").path("volumeAttributesClassName");
    JsonNode before = old.path("spec").path("volumeAttributesClassName");
    if (name.equals(before) || !old.path("status").has("currentVolumeAttributesClassName")) {
      return;
    }
    String to =
        name.isMissingNode() || name.isNull()
            ? "nil"
            : name.asText().isEmpty() ? "empty string" : "";
    if (!to.isEmpty()) {
      errors.forbidden(
          Path.of("spec", "volumeAttributesClassName"),
          "update to %s is forbidden when status.currentVolumeAttributesClassName is not nil"
              .formatted(to));
    }
  }

  private static void size(ObjectNode object, ObjectNode old, Errors errors) {
    Quantity wanted = storage(object.path("spec").path("resources").path("requests"));
    Quantity had = storage(old.path("spec").path("resources").path("requests"));
    Quantity has = storage(old.path("status").path("capacity"));
    if (wanted.compareTo(had) < 0 && wanted.compareTo(has) <= 0) {
      errors.forbidden(
          Path.of("spec", "resources", "requests", "storage"),
          "field can not be less than status.capacity");
    }
  }

  private static Quantity storage(JsonNode list) {
    return list.hasNonNull("storage")
        ? Quantity.parse(list.path("storage").asText())
        : Quantity.of(0);
  }

  private static void copy(String field, ObjectNode from, ObjectNode to) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }
}
