package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;

/** A value that a schema fills in. */
public final class DefaultValue {
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";

  private DefaultValue() {}

  /** Nobody asks of a default whether it is a number or a text. */
  private static JsonNode withoutIntOrString(JsonNode schema) {
    for (JsonNode parent : schema.findParents(INT_OR_STRING)) {
      ((ObjectNode) parent).remove(INT_OR_STRING);
    }
    return schema;
  }

  /**
   * Finds what is wrong with one.
   *
   * @param resource whether it is an object with a kind and metadata of its own
   * @param meta whether it stands inside of metadata, where no field is unknown
   */
  public static void validate(
      Structural schema, JsonNode value, boolean resource, boolean meta, Path at, Errors errors) {
    Structural checked = resource ? schema.asResource() : schema;
    if (!meta) {
      JsonNode pruned = value.deepCopy();
      Pruner.prune(pruned, checked, unknown -> {});
      if (!pruned.equals(value)) {
        errors.invalid(at, InvalidValue.of(value), "must not have unknown fields");
      }
    }
    Errors found = new Errors();
    try {
      EmbeddedResources.coerce(value.deepCopy(), checked, at, unknown -> {});
      EmbeddedResources.validate(value, checked, at, found);
    } catch (IllegalArgumentException e) {
      errors.invalid(at, InvalidValue.of(value), String.valueOf(e.getMessage()));
      return;
    }
    if (found.isEmpty()) {
      try {
        new ValueSchema(withoutIntOrString(schema.json().deepCopy()))
            .check(value, ValuePlace.ROOT)
            .faults()
            .forEach(fault -> fault.tell(at, found));
      } catch (IllegalArgumentException e) {
        return; // a pattern that is none is told elsewhere
      }
    }
    if (found.isEmpty()) {
      ValidationRules.of(schema).validateValue(value, at, found);
    }
    errors.addAll(found);
  }
}
