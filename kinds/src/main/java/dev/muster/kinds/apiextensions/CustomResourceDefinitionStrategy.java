package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.codec.Times;
import dev.muster.model.field.Errors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Definitions of custom resources. */
public final class CustomResourceDefinitionStrategy extends SpecAndStatus {
  /** Keeps a deleted definition until its objects are gone. */
  public static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

  public CustomResourceDefinitionStrategy() {
    super("apiextensions/v1.CustomResourceDefinition", true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    ObjectNode names = spec.withObject("names");
    String kind = names.path("kind").asText();
    if (!kind.isEmpty()) {
      Defaults.text(names, "singular", kind.toLowerCase(Locale.ROOT));
      Defaults.text(names, "listKind", kind + "List");
    }
    if (!spec.hasNonNull("conversion")) {
      spec.putObject("conversion").put("strategy", "None");
    }
    JsonNode service = spec.path("conversion").path("webhook").path("clientConfig").path("service");
    if (service instanceof ObjectNode to) {
      Defaults.number(to, "port", 443);
    }
    if (object.path("status").path("storedVersions").isEmpty()) {
      storeFirst(object);
    }
  }

  /** Objects are stored in the version that says so. */
  private static void storeFirst(ObjectNode object) {
    for (JsonNode version : object.path("spec").path("versions")) {
      if (version.path("storage").asBoolean()) {
        object
            .withObject("status")
            .set("storedVersions", object.arrayNode().add(version.path("name").asText()));
        return;
      }
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    storeFirst(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    super.prepareForUpdate(object, old);
    for (JsonNode version : object.path("spec").path("versions")) {
      String name = version.path("name").asText();
      ObjectNode status = object.withObject("status");
      ArrayNode stored =
          status.get("storedVersions") instanceof ArrayNode a ? a : object.arrayNode();
      boolean known = false;
      for (JsonNode one : stored) {
        known |= one.asText().equals(name);
      }
      if (version.path("storage").asBoolean() && !known) {
        status.set("storedVersions", stored.add(name));
        return;
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    DefinitionRules.validate(object, null, errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    DefinitionRules.validate(object, old, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>(SchemaWarnings.of(object));
    if (old != null) {
      out.removeAll(SchemaWarnings.of(old));
    }
    return out;
  }

  /** Its objects have to go before it does. */
  @Override
  public boolean markDeleted(ObjectNode object, Instant now) {
    ObjectNode metadata = object.withObject("metadata");
    metadata.put("deletionTimestamp", Times.seconds(now));
    ArrayNode finalizers =
        metadata.get("finalizers") instanceof ArrayNode known
            ? known
            : metadata.putArray("finalizers");
    if (finalizers.valueStream().noneMatch(f -> f.asText().equals(CLEANUP))) {
      finalizers.add(CLEANUP);
    }
    DefinitionConditions.set(
        object,
        "Terminating",
        "True",
        "InstanceDeletionPending",
        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
        now);
    return true;
  }

  /** Takes away what kept a deleted definition. */
  public static void release(ObjectNode object) {
    if (object.path("metadata").path("finalizers") instanceof ArrayNode finalizers) {
      for (int i = finalizers.size() - 1; i >= 0; i--) {
        if (finalizers.get(i).asText().equals(CLEANUP)) {
          finalizers.remove(i);
        }
      }
    }
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
