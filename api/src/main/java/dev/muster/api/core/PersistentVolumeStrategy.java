package dev.muster.api.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.field.Path;
import dev.muster.api.kinds.Names;
import dev.muster.api.kinds.StatusOnly;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.quantity.Quantity;
import java.util.List;

/** Persistent volumes. */
public final class PersistentVolumeStrategy implements Strategy {
  private static final List<String> RECLAIM = List.of("Delete", "Recycle", "Retain");

  /** The fields that each name a source of storage. */
  private static final List<String> SOURCES =
      List.of(
          "hostPath",
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "glusterfs",
          "flocker",
          "nfs",
          "rbd",
          "quobyte",
          "cephfs",
          "iscsi",
          "cinder",
          "fc",
          "flexVolume",
          "azureFile",
          "vsphereVolume",
          "photonPersistentDisk",
          "portworxVolume",
          "azureDisk",
          "scaleIO",
          "local",
          "storageos",
          "csi");

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    if (spec.path("persistentVolumeReclaimPolicy").asText().isEmpty()) {
      spec.put("persistentVolumeReclaimPolicy", "Retain");
    }
    if (!spec.hasNonNull("volumeMode")) {
      spec.put("volumeMode", "Filesystem");
    }
    if (spec.get("hostPath") instanceof ObjectNode path && !path.has("type")) {
      path.put("type", "");
    }
    ResourceAmounts.round(spec, "capacity");
    ObjectNode status = object.withObject("status");
    if (status.path("phase").asText().isEmpty()) {
      status.put("phase", "Pending");
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    object.putObject("status").put("phase", "Pending");
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    At modes = spec.get("accessModes");
    if (modes.size() == 0) {
      errors.required(modes.path(), "");
    }
    AccessModes.validate(modes, errors);
    capacity(spec.get("capacity"), errors);
    At policy = spec.get("persistentVolumeReclaimPolicy");
    if (!policy.text().isEmpty() && !RECLAIM.contains(policy.text())) {
      errors.unsupported(policy, RECLAIM);
    }
    At affinity = spec.get("nodeAffinity");
    if (affinity.present() && !affinity.has("required")) {
      errors.required(affinity.path().child("required"), "must specify required node constraints");
    }
    sources(spec, errors);
    At className = spec.get("storageClassName");
    if (!className.text().isEmpty()) {
      Names.subdomain(className.text(), false).forEach(f -> errors.invalid(className, f));
    }
    AccessModes.validateVolumeMode(spec.get("volumeMode"), errors);
  }

  private static void capacity(At capacity, Errors errors) {
    if (capacity.size() == 0) {
      errors.required(capacity.path(), "");
    }
    if (!capacity.has("storage") || capacity.size() > 1) {
      errors.unsupported(capacity.path(), shown(capacity), List.of("storage"));
    }
    for (var e : capacity.entries()) {
      String amount = e.getValue().text();
      if (Quantity.parse(amount).signum() < 0) {
        errors.invalid(
            e.getValue().path(),
            Quantity.parse(amount).value().toBigInteger().toString(),
            "must be a valid resource quantity");
      }
      if (Quantity.parse(amount).signum() <= 0) {
        errors.invalidText(e.getValue().path(), amount, "must be greater than zero");
      }
    }
  }

  private static String shown(At capacity) {
    return capacity.absent() ? "null" : capacity.node().toString();
  }

  private static void sources(At spec, Errors errors) {
    int found = 0;
    for (String source : SOURCES) {
      if (!spec.has(source)) {
        continue;
      }
      if (found++ > 0) {
        errors.forbidden(spec.path().child(source), "may not specify more than 1 volume type");
        continue;
      }
      source(spec.get(source), source, spec, errors);
    }
    if (found == 0) {
      errors.required(spec.path(), "must specify a volume type");
    }
  }

  private static void source(At source, String name, At spec, Errors errors) {
    switch (name) {
      case "hostPath", "local" -> {
        if (source.text("path").isEmpty()) {
          errors.required(source.path().child("path"), "");
        } else if (List.of(source.text("path").split("/", -1)).contains("..")) {
          errors.invalid(source.get("path"), "must not contain '..'");
        }
        if (name.equals("local") && !spec.has("nodeAffinity")) {
          errors.required(spec.path().child("nodeAffinity"), "Local volume requires node affinity");
        }
      }
      case "nfs" -> {
        for (String field : List.of("server", "path")) {
          if (source.text(field).isEmpty()) {
            errors.required(source.path().child(field), "");
          }
        }
        if (!source.text("path").startsWith("/")) {
          errors.invalidText(
              source.path().child("path"), source.text("path"), "must be an absolute path");
        }
      }
      case "csi" -> {
        for (String field : List.of("driver", "volumeHandle")) {
          if (source.text(field).isEmpty()) {
            errors.required(source.path().child(field), "");
          }
        }
      }
      default -> {
        // the driver knows
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
    boolean same =
        SOURCES.stream()
            .allMatch(
                s ->
                    At.root(object)
                        .get("spec", s)
                        .node()
                        .equals(At.root(old).get("spec", s).node()));
    if (!same) {
      errors.forbidden(
          Path.of("spec", "persistentvolumesource"),
          "spec.persistentvolumesource is immutable after creation");
    }
    At mode = At.root(object).get("spec", "volumeMode");
    ObjectMetas.validateImmutable(
        new At(mode.node(), Path.of("volumeMode")), At.root(old).get("spec", "volumeMode"), errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
