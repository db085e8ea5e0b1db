package dev.muster.api.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.ObjectMetas;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Service accounts. */
public final class ServiceAccountStrategy implements Strategy {
  private static final String MOUNTABLE = "kubernetes.io/enforce-mountable-secrets";

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    String value = annotation(object);
    boolean changed = old == null || !annotation(old).equals(value);
    return changed && value.equals("true")
        ? List.of(
            "metadata.annotations["
                + MOUNTABLE
                + "]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets")
        : List.of();
  }

  private static String annotation(ObjectNode object) {
    return object.path("metadata").path("annotations").path(MOUNTABLE).asText();
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
