package dev.muster.api.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Names;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.References;
import dev.muster.api.quantity.Quantity;

/** Runtime classes. Their handler never changes. */
public final class RuntimeClassStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object) {
    if (object.path("overhead").get("podFixed") instanceof ObjectNode fixed) {
      fixed
          .properties()
          .forEach(
              e ->
                  e.setValue(
                      fixed.textNode(
                          Quantity.parse(e.getValue().asText()).roundedToMilli().toString())));
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At handler = At.root(object).get("handler");
    Names.label(handler.text(), false)
        .forEach(f -> errors.invalidText(handler.path(), handler.text(), f));
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    References.validateImmutable(At.root(object), At.root(old), errors, "handler");
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
