package dev.muster.api.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.field.Path;
import dev.muster.api.kinds.Names;
import dev.muster.api.kinds.StatusOnly;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.LabelSelectors;
import dev.muster.api.meta.LabelSelectors.Strictness;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.quantity.Quantity;
import java.util.List;

/** Claims to volumes. */
public final class PersistentVolumeClaimStrategy implements Strategy {
  private static final String STORAGE = "storage";

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    if (!spec.hasNonNull("volumeMode")) {
      spec.put("volumeMode", "Filesystem");
    }
    ObjectNode resources = spec.withObject("resources");
    ResourceAmounts.round(resources, "requests");
    ResourceAmounts.round(resources, "limits");
    ObjectNode status = object.withObject("status");
    if (status.path("phase").asText().isEmpty()) {
      status.put("phase", "Pending");
    }
    ResourceAmounts.round(status, "capacity");
    ResourceAmounts.round(status, "allocatedResources");
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    object.putObject("status").put("phase", "Pending");
    matchSources(object.withObject("spec"));
  }

  /** What is given as one kind of source is given as the other, too. */
  private static void matchSources(ObjectNode spec) {
    JsonNode source = spec.get("dataSource");
    JsonNode ref = spec.get("dataSourceRef");
    if (source != null && ref == null) {
      spec.set("dataSourceRef", source.deepCopy());
    } else if (ref != null && source == null && ref.path("namespace").asText().isEmpty()) {
      ObjectNode copy = ref.deepCopy();
      copy.remove("namespace");
      spec.set("dataSource", copy);
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
    matchSources(object.withObject("spec"));
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(At.root(object).get("spec"), Strictness.FULL, errors);
  }

  private static void validate(At spec, Strictness strictness, Errors errors) {
    At modes = spec.get("accessModes");
    if (modes.size() == 0) {
      errors.required(modes.path(), "at least 1 access mode is required");
    }
    LabelSelectors.validate(spec.get("selector"), errors, strictness);
    AccessModes.validate(modes, errors);
    At storage = spec.get("resources", "requests").get(STORAGE);
    Path at = spec.path().child("resources").key(STORAGE);
    if (storage.absent()) {
      errors.required(at, "");
    } else if (Quantity.parse(storage.text()).signum() <= 0) {
      errors.invalidText(at, storage.text(), "must be greater than zero");
    }
    for (String name : List.of("storageClassName", "volumeAttributesClassName")) {
      At className = spec.get(name);
      if (!className.text().isEmpty()) {
        Names.subdomain(className.text(), false).forEach(f -> errors.invalid(className, f));
      }
      if (name.equals("storageClassName")) {
        AccessModes.validateVolumeMode(spec.get("volumeMode"), errors);
        source(spec.get("dataSource"), errors);
        source(spec.get("dataSourceRef"), errors);
      }
    }
  }

  private static void source(At source, Errors errors) {
    if (source.absent()) {
      return;
    }
    for (String field : List.of("name", "kind")) {
      if (source.text(field).isEmpty()) {
        errors.required(source.path().child(field), "");
      }
    }
    String group = source.text("apiGroup");
    if (group.isEmpty() && !source.text("kind").equals("PersistentVolumeClaim")) {
      errors.invalidText(
          source.path(),
          source.text("kind"),
          "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    }
    if (!group.isEmpty()) {
      Names.subdomain(group, false).forEach(f -> errors.invalid(source.get("apiGroup"), f));
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    At before = At.root(old).get("spec");
    boolean odd = LabelSelectors.hasOddValues(before.get("selector"));
    validate(At.root(object).get("spec"), odd ? Strictness.ANY_VALUES : Strictness.FULL, errors);
    FixedClaim.validate(object, old, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    for (var e : At.root(object).get("status", "capacity").entries()) {
      Quantity amount = Quantity.parse(e.getValue().text());
      if (amount.signum() < 0) {
        errors.invalid(
            e.getValue().path(),
            amount.value().toBigInteger().toString(),
            "must be a valid resource quantity");
      }
    }
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
