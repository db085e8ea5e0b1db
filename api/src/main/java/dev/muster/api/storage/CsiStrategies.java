package dev.muster.api.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Names;
import dev.muster.api.kinds.StatusOnly;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.Defaults;
import dev.muster.api.meta.Generations;
import dev.muster.api.meta.LabelSelectors;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.References;
import dev.muster.api.meta.SpecAndStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The kinds that storage drivers live by. */
public final class CsiStrategies {
  private CsiStrategies() {}

  public static Strategy driver() {
    return new Driver();
  }

  public static Strategy node() {
    return new Node();
  }

  public static Strategy capacity() {
    return new Capacity();
  }

  public static Strategy attachment() {
    return new Attachment();
  }

  public static Strategy attributesClass() {
    return new AttributesClass();
  }

  private static void driverName(At name, Errors errors) {
    if (name.text().isEmpty()) {
      errors.required(name.path(), "");
    }
    if (name.text().length() > 63) {
      errors.tooLong(name.path(), 63);
    }
    Names.subdomain(name.text().toLowerCase(Locale.ROOT), false)
        .forEach(f -> errors.invalidText(name.path(), name.text(), f));
  }

  private static final class Driver implements Strategy {
    private static final List<String> COUNTED =
        List.of("tokenRequests", "requiresRepublish", "seLinuxMount");

    @Override
    public void applyDefaults(ObjectNode object) {
      ObjectNode spec = object.withObject("spec");
      Defaults.truth(spec, "attachRequired", true);
      Defaults.truth(spec, "podInfoOnMount", false);
      Defaults.truth(spec, "storageCapacity", false);
      Defaults.text(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
      if (spec.path("volumeLifecycleModes").isEmpty()) {
        spec.putArray("volumeLifecycleModes").add("Persistent");
      }
      Defaults.truth(spec, "requiresRepublish", false);
      Defaults.truth(spec, "seLinuxMount", false);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old) {
      boolean changed =
          COUNTED.stream()
              .anyMatch(f -> !object.path("spec").path(f).equals(old.path("spec").path(f)));
      Generations.set(object, old, changed);
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At spec = At.root(object).get("spec");
      References.validateOneOf(
          spec.get("fsGroupPolicy"), List.of("File", "None", "ReadWriteOnceWithFSType"), errors);
      Set<String> audiences = new HashSet<>();
      for (At request : spec.get("tokenRequests").each()) {
        if (!audiences.add(request.text("audience"))) {
          errors.duplicate(request.get("audience"));
        }
      }
      for (At mode : spec.get("volumeLifecycleModes").each()) {
        References.validateOneOf(mode, List.of("Ephemeral", "Persistent"), errors);
      }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validateChange(object, old, errors);
      validate(object, errors);
      References.validateImmutable(
          At.root(object).get("spec"),
          At.root(old).get("spec"),
          errors,
          "attachRequired",
          "fsGroupPolicy",
          "volumeLifecycleModes");
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
      return false;
    }
  }

  private static final class Node implements Strategy {
    @Override
    public void validate(ObjectNode object, Errors errors) {
      Set<String> names = new HashSet<>();
      for (At driver : At.root(object).get("spec", "drivers").each()) {
        driverName(driver.get("name"), errors);
        References.validateRequired(driver, errors, "nodeID");
        if (!names.add(driver.text("name"))) {
          errors.duplicate(driver.get("name"));
        }
      }
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
      return false;
    }
  }

  private static final class Capacity implements Strategy {
    @Override
    public void validate(ObjectNode object, Errors errors) {
      LabelSelectors.validate(At.root(object).get("nodeTopology"), errors);
      At name = At.root(object).get("storageClassName");
      if (name.text().isEmpty()) {
        errors.required(name.path(), "");
      } else {
        Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
      }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validate(true, this::nameFaults, object, errors);
      validate(object, errors);
      References.validateImmutable(
          At.root(object), At.root(old), errors, "nodeTopology", "storageClassName");
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
      return false;
    }
  }

  private static final class Attachment extends SpecAndStatus {
    Attachment() {
      super("storage/v1.VolumeAttachment", false);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old) {
      StatusOnly.keepStatus(object, old);
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At spec = At.root(object).get("spec");
      References.validateRequired(spec, errors, "attacher");
      At source = spec.get("source");
      if (source.has("persistentVolumeName") == source.has("inlineVolumeSpec")) {
        errors.required(
            source.path(), "must specify exactly one of inlineVolumeSpec and persistentVolumeName");
      }
      References.validateRequired(spec, errors, "nodeName");
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validate(false, this::nameFaults, object, errors);
      validate(object, errors);
      if (!object.path("spec").equals(old.path("spec"))) {
        errors.invalid(At.root(object).get("spec"), "field is immutable");
      }
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
      return false;
    }
  }

  private static final class AttributesClass implements Strategy {
    @Override
    public void validate(ObjectNode object, Errors errors) {
      At name = At.root(object).get("driverName");
      if (name.text().isEmpty()) {
        errors.required(name.path(), "");
      } else {
        driverName(name, errors);
      }
      At parameters = At.root(object).get("parameters");
      if (parameters.size() == 0) {
        errors.required(parameters.path(), "must contain at least one key/value pair");
      }
      StorageClassStrategy.parameters(parameters, errors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validateChange(object, old, errors);
      References.validateImmutable(
          At.root(object), At.root(old), errors, "driverName", "parameters");
    }
  }
}
