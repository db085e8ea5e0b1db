package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.AppsV1.ControllerRevision;

/** Snapshots of a workload's state: kept, never changed. */
public final class ControllerRevisionStrategy implements Strategy {

  @Override
  public void validate(ObjectNode object, Errors errors) {
    Numbers.validateNotNegative(ControllerRevision.of(object).revision(), errors);
    if (!ControllerRevision.of(object).data().present()) {
      errors.required(Path.of("data"), "data is mandatory");
    } else if (!ControllerRevision.of(object).data().node().isObject()) {
      errors.required(Path.of("data"), "data must be a valid JSON object");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    Numbers.validateNotNegative(ControllerRevision.of(object).revision(), errors);
    ObjectMetas.validateImmutable(
        ControllerRevision.of(object).data(), ControllerRevision.of(old).data(), errors);
  }
}
