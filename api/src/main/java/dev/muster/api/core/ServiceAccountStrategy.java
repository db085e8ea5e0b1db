package dev.muster.api.core;

import com.fasterxml.jackson.databind.JsonNode;
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
