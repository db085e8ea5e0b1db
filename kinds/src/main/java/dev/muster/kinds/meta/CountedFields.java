package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Strategy;

/**
 * Kinds without a status whose changes are counted. On an update the kind's own rules follow those
 * for metadata.
 */
public abstract class CountedFields implements Strategy {
  private final boolean namespaced;
  private final String[] fields;

  /**
   * @param fields those whose changes count
   */
  protected CountedFields(boolean namespaced, String... fields) {
    this.namespaced = namespaced;
    this.fields = fields.clone();
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    Generations.start(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    Generations.follow(object, old, fields);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(namespaced, this::nameFaults, object, errors);
    validate(object, errors);
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
