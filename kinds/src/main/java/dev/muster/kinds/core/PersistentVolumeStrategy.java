package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.NodeSelectors;
import dev.muster.kinds.pods.volumes.PersistentVolumeSources;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.Path;
import dev.muster.model.field.TreeDiff;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.CSIPersistentVolumeSource;
import dev.muster.views.CoreV1.MutablePersistentVolumeSpec;
import dev.muster.views.CoreV1.PersistentVolumeSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Persistent volumes. */
public final class PersistentVolumeStrategy implements Strategy {
  private static final String MOUNT_OPTIONS = "volume.beta.kubernetes.io/mount-options";

  /** The sources that take mount options. */
  private static final List<String> MOUNTED =
      List.of(
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "glusterfs",
          "nfs",
          "rbd",
          "quobyte",
          "iscsi",
          "cinder",
          "cephfs",
          "azureFile",
          "vsphereVolume",
          "azureDisk",
          "photonPersistentDisk");

  private static final Map<String, String> LATER_NAMES =
      Map.of(
          "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
          "beta.kubernetes.io/os", "kubernetes.io/os",
          "beta.kubernetes.io/arch", "kubernetes.io/arch",
          "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type");

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    if (spec.path("persistentVolumeReclaimPolicy").asText().isEmpty()) {
      spec.put("persistentVolumeReclaimPolicy", "Retain");
    }
    if (!spec.hasNonNull("volumeMode")) {
      spec.put("volumeMode", "Filesystem");
    }
    PersistentVolumeSources.applyDefaults(MutablePersistentVolumeSpec.of(spec));
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
    validate(object, false, errors);
    mountOptions(object, errors);
  }

  private static void validate(ObjectNode object, boolean oddAffinity, Errors errors) {
    String name = object.path("metadata").path("name").asText();
    PersistentVolumeSpecs.validate(At.root(object).get("spec"), name, oddAffinity, errors);
  }

  private static void mountOptions(ObjectNode object, Errors errors) {
    if (object.path("metadata").path("annotations").has(MOUNT_OPTIONS)
        && MOUNTED.stream().noneMatch(object.path("spec")::has)) {
      errors.forbidden(
          Path.of("metadata", "annotations", MOUNT_OPTIONS),
          "may not specify mount options for this volume type");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    At spec = At.root(object).get("spec");
    At before = At.root(old).get("spec");
    boolean odd =
        NodeSelectors.hasOddValues(new PersistentVolumeSpec(before).nodeAffinity().required());
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, odd, errors);
    mountOptions(object, errors);
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, odd, errors);
    source(spec, before, errors);
    At mode = spec.get("volumeMode");
    ObjectMetas.validateImmutable(
        new At(mode.node(), Path.of("volumeMode")), before.get("volumeMode"), errors);
    affinity(spec.get("nodeAffinity"), before.get("nodeAffinity"), errors);
    if (before.has("volumeAttributesClassName") && !spec.has("volumeAttributesClassName")) {
      errors.forbidden(
          spec.path().child("volumeAttributesClassName"),
          "update from non-nil value to nil is forbidden");
    }
  }

  /** Where the storage is stays; who may expand it can be told later. */
  private static void source(At spec, At before, Errors errors) {
    MutablePersistentVolumeSpec now = PersistentVolumeSources.only(new PersistentVolumeSpec(spec));
    ObjectNode then = PersistentVolumeSources.only(new PersistentVolumeSpec(before)).tree();
    CSIPersistentVolumeSource csi = PersistentVolumeSpec.of(then).csi();
    if (csi.present() && csi.controllerExpandSecretRef().absent()) {
      now.csi().ifPresent(changed -> changed.controllerExpandSecretRef().remove());
    }
    if (!now.tree().equals(then)) {
      errors.forbidden(
          Path.of("spec", "persistentvolumesource"),
          "spec.persistentvolumesource is immutable after creation\n"
              + TreeDiff.of(then, now.tree()));
    }
  }

  private static void affinity(At affinity, At before, Errors errors) {
    if (before.present() && !renamed(before.node(), affinity.node()).equals(affinity.node())) {
      errors.invalid(
          Path.of("nodeAffinity"),
          InternalForm.of("*core.VolumeNodeAffinity", affinity.node()),
          "field is immutable, except for updating from beta label to GA");
    }
  }

  /** The old affinity, with keys that the new one has by their later name. */
  private static JsonNode renamed(JsonNode before, JsonNode now) {
    JsonNode out = before.deepCopy();
    JsonNode terms = out.path("required").path("nodeSelectorTerms");
    JsonNode others = now.path("required").path("nodeSelectorTerms");
    for (int i = 0; i < terms.size(); i++) {
      for (String list : List.of("matchExpressions", "matchFields")) {
        JsonNode requirements = terms.get(i).path(list);
        for (int j = 0; j < requirements.size(); j++) {
          String key = others.path(i).path(list).path(j).path("key").asText();
          ObjectNode requirement = (ObjectNode) requirements.get(j);
          if (key.equals(LATER_NAMES.get(requirement.path("key").asText()))) {
            requirement.put("key", key);
          }
        }
      }
    }
    return out;
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return PersistentVolumeWarnings.of(object);
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of("name", object.path("metadata").path("name").asText());
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("name");
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
