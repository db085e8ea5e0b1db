package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Strategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Service accounts. */
public final class ServiceAccountStrategy implements Strategy {
  private static final String MOUNTABLE = "kubernetes.io/enforce-mountable-secrets";

  @Override
  public void prepareForCreate(ObjectNode object) {
    keepNames(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    keepNames(object);
  }

  /** A secret that an account may use is in the account's own namespace: only its name counts. */
  private static void keepNames(ObjectNode object) {
    for (JsonNode secret : object.path("secrets")) {
      ((ObjectNode) secret).retain("name");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return isAnnotated(object) && (old == null || !isAnnotated(old))
        ? List.of(
            "metadata.annotations["
                + MOUNTABLE
                + "]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets")
        : List.of();
  }

  private static boolean isAnnotated(ObjectNode object) {
    return object.path("metadata").path("annotations").has(MOUNTABLE);
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
