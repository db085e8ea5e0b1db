package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.ConfigKeys;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.ConfigMap;

/** Config maps. */
public final class ConfigMapStrategy implements Strategy {
  private static final int MAX_SIZE = 1 << 20;

  @Override
  public void validate(ObjectNode object, Errors errors) {
    ConfigMap map = ConfigMap.of(object);
    At binary = map.binaryData();
    long size = 0;
    for (var e : map.data().entries()) {
      At value = e.getValue();
      ConfigKeys.faults(e.getKey()).forEach(f -> errors.invalidText(value.path(), e.getKey(), f));
      if (binary.has(e.getKey())) {
        errors.invalidText(value.path(), e.getKey(), "duplicate of key present in binaryData");
      }
      size += Bytes.of(value.text());
    }
    for (var e : binary.entries()) {
      ConfigKeys.faults(e.getKey())
          .forEach(f -> errors.invalidText(e.getValue().path(), e.getKey(), f));
      size += Bytes.ofBase64(e.getValue().text());
    }
    if (size > MAX_SIZE) {
      errors.tooLong(Path.root().key(""), MAX_SIZE);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ImmutableData.validate(object, old, errors, "data", "binaryData");
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, errors);
  }
}
