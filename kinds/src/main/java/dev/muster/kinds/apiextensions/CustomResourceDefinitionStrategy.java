package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.codec.Times;
import dev.muster.model.field.Errors;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionVersion;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinitionNames;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinitionSpec;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinitionStatus;
import dev.muster.views.ApiextensionsV1.MutableServiceReference;
import dev.muster.views.ApiextensionsV1.ServiceReference;
import dev.muster.views.MetaV1.MutableObjectMeta;
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
    MutableCustomResourceDefinitionSpec spec =
        MutableCustomResourceDefinition.of(object).spec().ensure();
    MutableCustomResourceDefinitionNames names = spec.names().ensure();
    String kind = names.kind().text();
    if (!kind.isEmpty()) {
      names.singular().defaultTo(kind.toLowerCase(Locale.ROOT));
      names.listKind().defaultTo(kind + "List");
    }
    if (!spec.conversion().present()) {
      spec.conversion().replace().strategy("None");
    }
    ServiceReference service = spec.reading().conversion().webhook().clientConfig().service();
    if (service.tree() instanceof ObjectNode to) {
      MutableServiceReference.of(to).port().defaultTo(443);
    }
    if (CustomResourceDefinition.of(object).status().storedVersions().empty()) {
      storeFirst(MutableCustomResourceDefinition.of(object));
    }
  }

  /** Objects are stored in the version that says so. */
  private static void storeFirst(MutableCustomResourceDefinition object) {
    for (CustomResourceDefinitionVersion version : object.reading().spec().versions()) {
      if (version.storage().truth()) {
        object
            .status()
            .ensure()
            .storedVersions()
            .set(object.tree().arrayNode().add(version.name().text()));
        return;
      }
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    storeFirst(MutableCustomResourceDefinition.of(object));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    super.prepareForUpdate(object, old);
    for (CustomResourceDefinitionVersion version :
        CustomResourceDefinition.of(object).spec().versions()) {
      String name = version.name().text();
      MutableCustomResourceDefinitionStatus status =
          MutableCustomResourceDefinition.of(object).status().ensure();
      ArrayNode stored =
          status.storedVersions().node() instanceof ArrayNode a ? a : object.arrayNode();
      boolean known = false;
      for (JsonNode one : stored) {
        known |= one.asText().equals(name);
      }
      if (version.storage().truth() && !known) {
        status.storedVersions().set(stored.add(name));
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
    List<String> out = new ArrayList<>(SchemaWarnings.of(CustomResourceDefinition.of(object)));
    if (old != null) {
      out.removeAll(SchemaWarnings.of(CustomResourceDefinition.of(old)));
    }
    return out;
  }

  /** Its objects have to go before it does. */
  @Override
  public boolean markDeleted(ObjectNode object, Instant now) {
    MutableObjectMeta metadata = MutableCustomResourceDefinition.of(object).metadata().ensure();
    metadata.deletionTimestamp(Times.seconds(now));
    ArrayNode finalizers =
        metadata.finalizers().node() instanceof ArrayNode known
            ? known
            : metadata.finalizers().list();
    if (finalizers.valueStream().noneMatch(f -> f.asText().equals(CLEANUP))) {
      finalizers.add(CLEANUP);
    }
    DefinitionConditions.set(
        MutableCustomResourceDefinition.of(object),
        "Terminating",
        "True",
        "InstanceDeletionPending",
        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
        now);
    return true;
  }

  /** Takes away what kept a deleted definition. */
  public static void release(ObjectNode object) {
    if (CustomResourceDefinition.of(object).metadata().finalizers().node()
        instanceof ArrayNode finalizers) {
      finalizers.removeIf(finalizer -> finalizer.asText().equals(CLEANUP));
    }
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
