package dev.muster.kinds.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import java.util.List;
import java.util.Map;

/** Devices, classes of them, and claims. */
public final class DeviceStrategies {
  private static final int MOST_CONSUMERS = 256;

  private DeviceStrategies() {}

  public static Strategy deviceClass() {
    return new Counted();
  }

  public static Strategy claim() {
    return new Claim();
  }

  public static Strategy claimTemplate() {
    return new ClaimTemplate();
  }

  public static Strategy slice() {
    return new Slice();
  }

  private static final class Counted extends CountedFields {
    Counted() {
      super(false, "spec");
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At spec = At.root(object).get("spec");
      DeviceRules.selectors(spec.get("selectors"), errors);
      DeviceRules.each(
          spec.get("config"), DeviceRules.MOST, one -> DeviceRules.config(one, errors), errors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validate(false, this::nameFaults, object, errors);
      ObjectMetas.validateChange(object, old, errors);
      validate(object, errors);
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
      return true;
    }

    @Override
    public boolean returnsDeletedObject() {
      return true;
    }
  }

  private static final class Claim extends SpecAndStatus {
    Claim() {
      super("resource/v1.ResourceClaim", false);
    }

    @Override
    public void applyDefaults(ObjectNode object) {
      DeviceClaims.applyDefaults(object.path("spec"));
    }

    @Override
    public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
      super.prepareForSubresourceUpdate(subresource, object, old);
      StatusOnly.keepMetadata(object, old);
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      DeviceClaims.validate(At.root(object).get("spec"), errors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validate(true, this::nameFaults, object, errors);
      ObjectMetas.validateChange(object, old, errors);
      ObjectMetas.validateImmutable(
          "resource.ResourceClaimSpec",
          At.root(object).get("spec"),
          At.root(old).get("spec"),
          errors);
    }

    @Override
    public void validateSubresourceUpdate(
        String subresource, ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validateChange(object, old, errors);
      At status = At.root(object).get("status");
      At before = At.root(old).get("status");
      At reserved = status.get("reservedFor");
      DeviceRules.set(
          reserved,
          MOST_CONSUMERS,
          one -> one.text("uid"),
          one -> References.validateRequired(one, errors, "resource", "name", "uid"),
          errors);
      if (reserved.size() > 0 && !status.has("allocation")) {
        errors.forbidden(reserved.path(), "may not be specified when `allocated` is not set");
      }
      if (status.has("allocation") && before.has("allocation")) {
        ObjectMetas.validateImmutable(
            "*resource.AllocationResult",
            status.get("allocation"),
            before.get("allocation"),
            errors);
      }
    }

    @Override
    public boolean returnsDeletedObject() {
      return true;
    }
  }

  private static final class ClaimTemplate implements Strategy {
    @Override
    public void applyDefaults(ObjectNode object) {
      DeviceClaims.applyDefaults(object.path("spec").path("spec"));
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At template = At.root(object).get("spec");
      ObjectMetas.validateAnnotations(template.get("metadata", "annotations"), errors);
      Labels.validate(template.get("metadata", "labels"), errors);
      DeviceClaims.validate(template.get("spec"), errors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validateChange(object, old, errors);
      ObjectMetas.validateImmutable(
          "resource.ResourceClaimTemplateSpec",
          At.root(object).get("spec"),
          At.root(old).get("spec"),
          errors);
    }

    @Override
    public boolean returnsDeletedObject() {
      return true;
    }
  }

  private static final class Slice extends CountedFields {
    Slice() {
      super(false, "spec");
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At spec = At.root(object).get("spec");
      if (spec.text("driver").isEmpty()) {
        errors.required(spec.path().child("driver"), "");
      }
      At pool = spec.get("pool");
      if (pool.text("name").isEmpty()) {
        errors.required(pool.path().child("name"), "");
      }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      super.validateUpdate(object, old, errors);
      At now = At.root(object).get("spec");
      At before = At.root(old).get("spec");
      for (String field : List.of("driver", "nodeName")) {
        ObjectMetas.validateImmutable(now.get(field), before.get(field), errors);
      }
      ObjectMetas.validateImmutable(now.get("pool", "name"), before.get("pool", "name"), errors);
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
      return true;
    }

    @Override
    public boolean returnsDeletedObject() {
      return true;
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode object) {
      return Map.of(
          "spec.driver", object.path("spec").path("driver").asText(),
          "spec.nodeName", object.path("spec").path("nodeName").asText());
    }

    @Override
    public List<String> selectableFieldNames() {
      return List.of("spec.driver", "spec.nodeName");
    }
  }
}
