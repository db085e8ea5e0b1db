package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.ObjectReference;
import dev.muster.views.CoreV1.ServiceAccount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Service accounts. */
public final class ServiceAccountStrategy implements Strategy {
  private static final String MOUNTABLE = "kubernetes.io/enforce-mountable-secrets";

  @Override
  public void prepareForCreate(ObjectNode object) {
    keepNames(ServiceAccount.of(object));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    keepNames(ServiceAccount.of(object));
  }

  /** A secret that an account may use is in the account's own namespace: only its name counts. */
  private static void keepNames(ServiceAccount object) {
    for (ObjectReference secret : object.secrets()) {
      ((ObjectNode) secret.tree()).retain("name");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return isAnnotated(ServiceAccount.of(object))
            && (old == null || !isAnnotated(ServiceAccount.of(old)))
        ? List.of(
            "metadata.annotations["
                + MOUNTABLE
                + "]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted"
                + " secrets")
        : List.of();
  }

  private static boolean isAnnotated(ServiceAccount object) {
    return object.metadata().annotations().has(MOUNTABLE);
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
