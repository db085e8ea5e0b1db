package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.codec.Times;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    ArrayNode stored = object.arrayNode();
    for (JsonNode version : object.path("spec").path("versions")) {
      if (version.path("storage").asBoolean()) {
        stored.add(version.path("name").asText());
      }
    }
    if (!stored.isEmpty()) {
      object.withObject("status").set("storedVersions", stored);
    }
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
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    At group = spec.get("group");
    if (group.text().isEmpty()) {
      errors.required(group.path(), "");
    } else {
      Names.subdomain(group.text(), false).forEach(f -> errors.invalid(group, f));
      if (group.text().indexOf('.') < 0) {
        errors.invalid(group, "should be a domain with at least one dot");
      }
    }
    At scope = spec.get("scope");
    if (scope.text().isEmpty()) {
      errors.required(scope.path(), "");
    } else if (!List.of("Cluster", "Namespaced").contains(scope.text())) {
      errors.unsupported(scope, List.of("Cluster", "Namespaced"));
    }
    versions(spec.get("versions"), errors);
    names(spec.get("names"), errors);
    name(object, errors);
  }

  private static void name(ObjectNode object, Errors errors) {
    JsonNode spec = object.path("spec");
    String wanted = spec.path("names").path("plural").asText() + "." + spec.path("group").asText();
    String name = object.path("metadata").path("name").asText();
    if (!name.equals(wanted)) {
      errors.invalidText(
          Path.of("metadata", "name"), name, "must be spec.names.plural+\".\"+spec.group");
    }
  }

  private static void versions(At versions, Errors errors) {
    Set<String> seen = new HashSet<>();
    int storage = 0;
    for (At version : versions.each()) {
      At name = version.get("name");
      Names.label1035(name.text(), false)
          .forEach(f -> errors.invalidText(name.path(), name.text(), f));
      if (!seen.add(name.text())) {
        errors.invalid(versions.path(), "null", "must contain unique version names");
      }
      storage += version.get("storage").truth() ? 1 : 0;
      At schema = version.get("schema", "openAPIV3Schema");
      if (schema.absent()) {
        errors.required(schema.path(), "schemas are required");
      } else {
        StructuralSchemas.validate(schema, errors);
      }
    }
    if (versions.size() == 0) {
      errors.required(versions.path(), "");
    } else if (storage != 1) {
      errors.invalid(
          versions.path(), "null", "must have exactly one version marked as storage version");
    }
  }

  private static void names(At names, Errors errors) {
    for (String field : List.of("plural", "singular", "kind", "listKind")) {
      At name = names.get(field);
      if (name.text().isEmpty()) {
        errors.required(name.path(), "");
      } else {
        Names.label1035(name.text().toLowerCase(Locale.ROOT), false)
            .forEach(f -> errors.invalid(name, f));
      }
    }
    if (!names.text("kind").isEmpty() && names.text("kind").equals(names.text("listKind"))) {
      errors.invalid(names.get("listKind"), "kind and listKind may not be the same");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
    At now = At.root(object).get("spec");
    At before = At.root(old).get("spec");
    ObjectMetas.validateImmutable(now.get("group"), before.get("group"), errors);
    boolean established =
        At.root(old).get("status", "conditions").each().stream()
            .anyMatch(c -> c.text("type").equals("Established") && c.text("status").equals("True"));
    if (established) {
      ObjectMetas.validateImmutable(now.get("scope"), before.get("scope"), errors);
      ObjectMetas.validateImmutable(now.get("names", "kind"), before.get("names", "kind"), errors);
    }
    ObjectMetas.validateImmutable(
        now.get("names", "plural"), before.get("names", "plural"), errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
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
    Conditions.set(
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
