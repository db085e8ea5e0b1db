package dev.muster.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.StorageV1.MutableStorageClass;
import dev.muster.views.StorageV1.StorageClass;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Storage classes: made, not changed. */
public final class StorageClassStrategy implements Strategy {
  private static final int MAX_PARAMETERS = 512;
  private static final int MAX_PARAMETERS_SIZE = 256 << 10;

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableStorageClass.of(object).reclaimPolicy().setIfAbsent("Delete");
    MutableStorageClass.of(object).volumeBindingMode().setIfAbsent("Immediate");
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    StorageClass at = StorageClass.of(object);
    provisioner(at.provisioner(), errors);
    parameters(at.parameters(), errors);
    At policy = at.reclaimPolicy();
    if (!policy.empty()) {
      References.validateOneOf(policy, List.of("Delete", "Retain"), errors);
    }
    References.validateOneOf(
        at.volumeBindingMode(), List.of("Immediate", "WaitForFirstConsumer"), errors);
    Topologies.validate(at.allowedTopologies(), errors);
  }

  static void provisioner(At provisioner, Errors errors) {
    if (provisioner.text().isEmpty()) {
      errors.required(provisioner.path(), "");
    } else {
      Labels.validateKey(provisioner.text().toLowerCase(Locale.ROOT), provisioner.path(), errors);
    }
  }

  static void parameters(At parameters, Errors errors) {
    if (parameters.size() > MAX_PARAMETERS) {
      errors.tooLong(parameters.path(), MAX_PARAMETERS);
      return;
    }
    long size = 0;
    for (var e : parameters.entries()) {
      if (e.getKey().isEmpty()) {
        errors.invalidText(parameters.path(), "", "field can not be empty.");
      }
      size += Bytes.of(e.getKey()) + Bytes.of(e.getValue().text());
    }
    if (size > MAX_PARAMETERS_SIZE) {
      errors.tooLong(parameters.path(), MAX_PARAMETERS_SIZE);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
    ObjectMetas.validateChange(object, old, errors);
    for (String field : List.of("parameters", "provisioner", "reclaimPolicy")) {
      if (!Objects.equals(object.get(field), old.get(field))) {
        errors.forbidden(Path.of(field), "updates to " + field + " are forbidden.");
      }
    }
    ObjectMetas.validateImmutable(
        StorageClass.of(object).volumeBindingMode(),
        StorageClass.of(old).volumeBindingMode(),
        errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return Topologies.warnings(StorageClass.of(object).allowedTopologies());
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
