package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionCondition;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinitionCondition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The conditions of a definition. */
public final class DefinitionConditions {
  private DefinitionConditions() {}

  public static boolean isTrue(JsonNode definition, String type) {
    ObjectNode found = find(definition, type);
    return found != null
        && CustomResourceDefinitionCondition.of(found).status().text().equals("True");
  }

  public static @Nullable ObjectNode find(JsonNode definition, String type) {
    for (CustomResourceDefinitionCondition condition :
        CustomResourceDefinition.of(definition).status().conditions()) {
      if (condition.type().text().equals(type)) {
        return (ObjectNode) condition.tree();
      }
    }
    return null;
  }

  /** Sets one; its time is that of its last change of status. */
  public static void set(
      MutableCustomResourceDefinition definition,
      String type,
      String status,
      String reason,
      String message,
      Instant now) {
    ObjectNode found = find(definition.tree(), type);
    MutableCustomResourceDefinitionCondition condition =
        found == null
            ? definition.status().ensure().conditions().add().type(type)
            : MutableCustomResourceDefinitionCondition.of(found);
    if (!condition.status().text().equals(status)) {
      condition.status(status).lastTransitionTime(Times.seconds(now));
    }
    condition.reason(reason).message(message);
  }
}
