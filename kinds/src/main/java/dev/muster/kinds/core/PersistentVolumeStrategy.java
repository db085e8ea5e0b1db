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
import dev.muster.views.CoreV1.MutablePersistentVolume;
import dev.muster.views.CoreV1.MutablePersistentVolumeSpec;
import dev.muster.views.CoreV1.MutablePersistentVolumeStatus;
import dev.muster.views.CoreV1.NodeSelectorTerm;
import dev.muster.views.CoreV1.PersistentVolume;
import dev.muster.views.CoreV1.PersistentVolumeSpec;
import dev.muster.views.CoreV1.VolumeNodeAffinity;
import dev.muster.views.ViewList;
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
    MutablePersistentVolumeSpec spec = MutablePersistentVolume.of(object).spec().ensure();
    if (spec.persistentVolumeReclaimPolicy().text().isEmpty()) {
      spec.persistentVolumeReclaimPolicy("Retain");
    }
    if (!spec.volumeMode().present()) {
      spec.volumeMode("Filesystem");
    }
    PersistentVolumeSources.applyDefaults(spec);
    ResourceAmounts.round(spec.tree(), "capacity");
    MutablePersistentVolumeStatus status = MutablePersistentVolume.of(object).status().ensure();
    if (status.phase().text().isEmpty()) {
      status.phase("Pending");
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    MutablePersistentVolume.of(object).status().replace().phase("Pending");
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(PersistentVolume.of(object), false, errors);
    mountOptions(PersistentVolume.of(object), errors);
  }

  private static void validate(PersistentVolume object, boolean oddAffinity, Errors errors) {
    String name = object.metadata().name().text();
    PersistentVolumeSpecs.validate(object.spec(), name, oddAffinity, errors);
  }

  private static void mountOptions(PersistentVolume object, Errors errors) {
    if (object.metadata().annotations().has(MOUNT_OPTIONS)
        && MOUNTED.stream().noneMatch(object.spec().tree()::has)) {
      errors.forbidden(
          Path.of("metadata", "annotations", MOUNT_OPTIONS),
          "may not specify mount options for this volume type");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    PersistentVolumeSpec spec = PersistentVolume.of(object).spec();
    PersistentVolumeSpec before = PersistentVolume.of(old).spec();
    boolean odd = NodeSelectors.hasOddValues(before.nodeAffinity().required());
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(PersistentVolume.of(object), odd, errors);
    mountOptions(PersistentVolume.of(object), errors);
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(PersistentVolume.of(object), odd, errors);
    source(spec, before, errors);
    At mode = spec.volumeMode();
    ObjectMetas.validateImmutable(
        new At(mode.node(), Path.of("volumeMode")), before.volumeMode(), errors);
    affinity(spec.nodeAffinity(), before.nodeAffinity(), errors);
    if (before.volumeAttributesClassName().present()
        && !spec.volumeAttributesClassName().present()) {
      errors.forbidden(
          spec.volumeAttributesClassName().path(), "update from non-nil value to nil is forbidden");
    }
  }

  /** Where the storage is stays; who may expand it can be told later. */
  private static void source(
      PersistentVolumeSpec spec, PersistentVolumeSpec before, Errors errors) {
    MutablePersistentVolumeSpec now = PersistentVolumeSources.only(spec);
    ObjectNode then = PersistentVolumeSources.only(before).tree();
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

  private static void affinity(
      VolumeNodeAffinity affinity, VolumeNodeAffinity before, Errors errors) {
    if (before.present() && !renamed(before.tree(), affinity).tree().equals(affinity.tree())) {
      errors.invalid(
          Path.of("nodeAffinity"),
          InternalForm.of("*core.VolumeNodeAffinity", affinity.tree()),
          "field is immutable, except for updating from beta label to GA");
    }
  }

  /** The old affinity, with keys that the new one has by their later name. */
  private static VolumeNodeAffinity renamed(JsonNode before, VolumeNodeAffinity now) {
    JsonNode out = before.deepCopy();
    ViewList<NodeSelectorTerm> terms = VolumeNodeAffinity.of(out).required().nodeSelectorTerms();
    ViewList<NodeSelectorTerm> others = now.required().nodeSelectorTerms();
    for (int i = 0; i < terms.size(); i++) {
      for (String list : List.of("matchExpressions", "matchFields")) {
        JsonNode requirements = terms.get(i).tree().path(list);
        for (int j = 0; j < requirements.size(); j++) {
          String key = others.at().node().path(i).path(list).path(j).path("key").asText();
          ObjectNode requirement = (ObjectNode) requirements.get(j);
          if (key.equals(LATER_NAMES.get(requirement.path("key").asText()))) {
            requirement.put("key", key);
          }
        }
      }
    }
    return VolumeNodeAffinity.of(out);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return PersistentVolumeWarnings.of(PersistentVolume.of(object));
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of("name", PersistentVolume.of(object).metadata().name().text());
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
