package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.MutablePodTemplate;
import dev.muster.views.CoreV1.PodTemplate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pod templates as objects of their own. */
public final class PodTemplateStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object) {
    PodTemplates.applyDefaults(MutablePodTemplate.of(object).template().ensure());
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    Generations.start(object);
    PodTemplates.dropDisabledFields(MutablePodTemplate.of(object).template().ensure(), null);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    PodTemplates.dropDisabledFields(
        MutablePodTemplate.of(object).template().ensure(), PodTemplate.of(old).template());
    Generations.follow(object, old, "template");
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    PodTemplates.validate(PodTemplate.of(object).template(), errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return PodTemplates.warnings(PodTemplate.of(object).template());
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
