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
import dev.muster.views.CoreV1.MutableNamespace;
import dev.muster.views.CoreV1.Namespace;
import dev.muster.views.CoreV1.NamespaceSpec;
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
    String name = Namespace.of(object).metadata().name().text();
    if (!name.isEmpty()) {
      MutableNamespace.of(object).metadata().ensure().labels().map().put(NAME_LABEL, name);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    applyDefaults(object);
    ArrayNode finalizers = finalizers(Namespace.of(object));
    boolean there = false;
    for (JsonNode finalizer : finalizers) {
      there |= finalizer.asText().equals(FINALIZER);
    }
    if (!there) {
      finalizers.add(FINALIZER);
    }
    MutableNamespace.of(object).spec().ensure().finalizers().set(finalizers);
    MutableNamespace.of(object)
        .status()
        .set(JsonNodeFactory.instance.objectNode().put("phase", "Active"));
  }

  private static ArrayNode finalizers(Namespace object) {
    return object.spec().finalizers().node() instanceof ArrayNode found
        ? found
        : JsonNodeFactory.instance.arrayNode();
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    NamespaceSpec before = Namespace.of(old).spec();
    MutableNamespace.of(object)
        .spec()
        .set(before.absent() ? JsonNodeFactory.instance.objectNode() : before.tree().deepCopy());
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At finalizers = Namespace.of(object).spec().finalizers();
    finalizers
        .each()
        .forEach(f -> Finalizers.validateOne(new At(f.node(), finalizers.path()), errors));
  }

  private static void finalizers(Namespace namespace, Errors errors) {
    namespace
        .spec()
        .finalizers()
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
      finalizers(Namespace.of(object), errors);
      return;
    }
    boolean going = Namespace.of(object).metadata().deletionTimestamp().present();
    String wanted = going ? "Terminating" : "Active";
    String phase = Namespace.of(object).status().phase().text();
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
    out.put("status.phase", Namespace.of(object).status().phase().text());
    out.put("name", Namespace.of(object).metadata().name().text());
    return out;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("status.phase", "name");
  }
}
