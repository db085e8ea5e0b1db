package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Finalizers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Namespaces. They carry their own name as a label, and the finalizer that keeps them until they
 * are empty.
 */
public final class NamespaceStrategy implements Strategy {
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";
  private static final String FINALIZER = "kubernetes";

  @Override
  public void applyDefaults(ObjectNode object) {
    String name = object.path("metadata").path("name").asText();
    if (!name.isEmpty()) {
      object.withObject("metadata").withObject("labels").put(NAME_LABEL, name);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    applyDefaults(object);
    ArrayNode finalizers = finalizers(object);
    boolean there = false;
    for (JsonNode finalizer : finalizers) {
      there |= finalizer.asText().equals(FINALIZER);
    }
    if (!there) {
      finalizers.add(FINALIZER);
    }
    object.withObject("spec").set("finalizers", finalizers);
    object.set("status", JsonNodeFactory.instance.objectNode().put("phase", "Active"));
  }

  private static ArrayNode finalizers(ObjectNode object) {
    return object.path("spec").get("finalizers") instanceof ArrayNode found
        ? found
        : JsonNodeFactory.instance.arrayNode();
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    JsonNode before = old.get("spec");
    object.set("spec", before == null ? JsonNodeFactory.instance.objectNode() : before.deepCopy());
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At finalizers = At.root(object).get("spec", "finalizers");
    finalizers
        .each()
        .forEach(f -> Finalizers.validateOne(new At(f.node(), finalizers.path()), errors));
  }

  private static void finalizers(At namespace, Errors errors) {
    namespace
        .get("spec", "finalizers")
        .each()
        .forEach(finalizer -> Finalizers.validateOne(finalizer, errors));
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    if (subresource.equals("finalize")) {
      StatusOnly.keepStatus(object, old);
    } else {
      StatusOnly.keepAllButStatus(object, old);
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    if (subresource.equals("finalize")) {
      finalizers(At.root(object), errors);
      return;
    }
    boolean going = object.path("metadata").hasNonNull("deletionTimestamp");
    String wanted = going ? "Terminating" : "Active";
    String phase = object.path("status").path("phase").asText();
    if (!phase.equals(wanted)) {
      errors.invalidText(
          Path.of("status", "Phase"),
          phase,
          "may only be '%s' if `deletionTimestamp` is %sempty"
              .formatted(wanted, going ? "not " : ""));
    }
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.label(name, prefix);
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("status.phase", object.path("status").path("phase").asText());
    out.put("name", object.path("metadata").path("name").asText());
    return out;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("status.phase", "name");
  }
}
