package dev.muster.kinds.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.ResourceV1.DeviceClass;
import dev.muster.views.ResourceV1.DeviceClassConfiguration;
import dev.muster.views.ResourceV1.DeviceClassSpec;
import dev.muster.views.ResourceV1.ResourceClaim;
import dev.muster.views.ResourceV1.ResourceClaimConsumerReference;
import dev.muster.views.ResourceV1.ResourceClaimStatus;
import dev.muster.views.ResourceV1.ResourceClaimTemplate;
import dev.muster.views.ResourceV1.ResourceClaimTemplateSpec;
import dev.muster.views.ResourceV1.ResourcePool;
import dev.muster.views.ResourceV1.ResourceSlice;
import dev.muster.views.ResourceV1.ResourceSliceSpec;
import dev.muster.views.ViewList;
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
      DeviceClassSpec spec = DeviceClass.of(object).spec();
      DeviceRules.selectors(spec.selectors().at(), errors);
      DeviceRules.each(
          spec.config().at(),
          DeviceRules.MOST,
          one -> DeviceRules.config(new DeviceClassConfiguration(one).opaque(), errors),
          errors);
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
      DeviceClaims.applyDefaults(ResourceClaim.of(object).spec());
    }

    @Override
    public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
      super.prepareForSubresourceUpdate(subresource, object, old);
      StatusOnly.keepMetadata(object, old);
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      DeviceClaims.validate(ResourceClaim.of(object).spec(), errors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validate(true, this::nameFaults, object, errors);
      ObjectMetas.validateChange(object, old, errors);
      ObjectMetas.validateImmutable(
          "resource.ResourceClaimSpec",
          ResourceClaim.of(object).spec().at(),
          ResourceClaim.of(old).spec().at(),
          errors);
    }

    @Override
    public void validateSubresourceUpdate(
        String subresource, ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validateChange(object, old, errors);
      ResourceClaimStatus status = ResourceClaim.of(object).status();
      ResourceClaimStatus before = ResourceClaim.of(old).status();
      ViewList<ResourceClaimConsumerReference> reserved = status.reservedFor();
      DeviceRules.set(
          reserved.at(),
          MOST_CONSUMERS,
          one -> new ResourceClaimConsumerReference(one).uid().text(),
          one -> consumer(new ResourceClaimConsumerReference(one), errors),
          errors);
      if (reserved.size() > 0 && !status.allocation().present()) {
        errors.forbidden(reserved.at().path(), "may not be specified when `allocated` is not set");
      }
      if (status.allocation().present() && before.allocation().present()) {
        ObjectMetas.validateImmutable(
            "*resource.AllocationResult",
            status.allocation().at(),
            before.allocation().at(),
            errors);
      }
    }

    private static void consumer(ResourceClaimConsumerReference one, Errors errors) {
      References.validateRequired(errors, one.resource(), one.name(), one.uid());
    }

    @Override
    public boolean returnsDeletedObject() {
      return true;
    }
  }

  private static final class ClaimTemplate implements Strategy {
    @Override
    public void applyDefaults(ObjectNode object) {
      DeviceClaims.applyDefaults(ResourceClaimTemplate.of(object).spec().spec());
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      ResourceClaimTemplateSpec template = ResourceClaimTemplate.of(object).spec();
      ObjectMetas.validateAnnotations(template.metadata().annotations(), errors);
      Labels.validate(template.metadata().labels(), errors);
      DeviceClaims.validate(template.spec(), errors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validateChange(object, old, errors);
      ObjectMetas.validateImmutable(
          "resource.ResourceClaimTemplateSpec",
          ResourceClaimTemplate.of(object).spec().at(),
          ResourceClaimTemplate.of(old).spec().at(),
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
      ResourceSliceSpec spec = ResourceSlice.of(object).spec();
      if (spec.driver().text().isEmpty()) {
        errors.required(spec.driver().path(), "");
      }
      ResourcePool pool = spec.pool();
      if (pool.name().text().isEmpty()) {
        errors.required(pool.name().path(), "");
      }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      super.validateUpdate(object, old, errors);
      ResourceSliceSpec now = ResourceSlice.of(object).spec();
      ResourceSliceSpec before = ResourceSlice.of(old).spec();
      for (String field : List.of("driver", "nodeName")) {
        ObjectMetas.validateImmutable(now.at().get(field), before.at().get(field), errors);
      }
      ObjectMetas.validateImmutable(now.pool().name(), before.pool().name(), errors);
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
          "spec.driver", ResourceSlice.of(object).spec().driver().text(),
          "spec.nodeName", ResourceSlice.of(object).spec().nodeName().text());
    }

    @Override
    public List<String> selectableFieldNames() {
      return List.of("spec.driver", "spec.nodeName");
    }
  }
}
