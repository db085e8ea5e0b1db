package dev.muster.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.StorageV1.VolumeAttributesClass;
import java.util.List;
import java.util.Objects;

/** Attributes that a driver gives volumes. */
public final class VolumeAttributesClassStrategy implements Strategy {
  @Override
  public void validate(ObjectNode object, Errors errors) {
    VolumeAttributesClass root = VolumeAttributesClass.of(object);
    StorageClassStrategy.provisioner(root.driverName(), errors);
    StorageClassStrategy.parameters(root.parameters(), errors);
    if (root.parameters().size() == 0) {
      errors.required(Path.of("parameters"), "must contain at least one key/value pair");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    for (String field : List.of("driverName", "parameters")) {
      if (!Objects.equals(object.get(field), old.get(field))) {
        errors.forbidden(Path.of(field), "updates to " + field + " are forbidden.");
      }
    }
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
