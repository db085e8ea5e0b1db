package dev.muster.api.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.CountedFields;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.SpecAndStatus;
import java.util.List;
import java.util.Map;

/** Devices, classes of them, and claims. */
public final class DeviceStrategies {
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
    public boolean allowsUnconditionalUpdate() {
      return true;
    }
  }

  private static final class Claim extends SpecAndStatus {
    Claim() {
      super("resource/v1.ResourceClaim", false);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validateChange(object, old, errors);
      ObjectMetas.validateImmutable(At.root(object).get("spec"), At.root(old).get("spec"), errors);
    }
  }

  private static final class ClaimTemplate implements Strategy {
    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validateChange(object, old, errors);
      ObjectMetas.validateImmutable(At.root(object).get("spec"), At.root(old).get("spec"), errors);
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
