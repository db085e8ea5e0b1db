package dev.muster.api.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.Generations;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.pods.PodTemplates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pod templates as objects of their own. */
public final class PodTemplateStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object) {
    PodTemplates.applyDefaults(object.withObject("template"));
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    Generations.start(object);
    PodTemplates.dropDisabledFields(object.withObject("template"), null);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    PodTemplates.dropDisabledFields(object.withObject("template"), old.withObject("template"));
    Generations.follow(object, old, "template");
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    PodTemplates.validate(At.root(object).get("template"), errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return PodTemplates.warnings(
        At.root(object).get("template"), old == null ? null : old.withObject("template"));
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
