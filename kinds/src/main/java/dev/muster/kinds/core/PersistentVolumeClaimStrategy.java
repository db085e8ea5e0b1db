package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.volumes.ClaimSpecs;
import dev.muster.kinds.pods.volumes.ClaimSpecs.Leniency;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaim;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaimSpec;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaimStatus;
import dev.muster.views.CoreV1.MutableTypedObjectReference;
import dev.muster.views.CoreV1.MutableVolumeResourceRequirements;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.CoreV1.PersistentVolumeClaimStatus;
import dev.muster.views.CoreV1.TypedObjectReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Claims to volumes. */
public final class PersistentVolumeClaimStrategy implements Strategy {
  static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";
  private static final String STORAGE = "storage";
  private static final List<String> RESIZING =
      List.of(
          "ControllerResizeInProgress",
          "ControllerResizeInfeasible",
          "NodeResizeInProgress",
          "NodeResizeInfeasible",
          "NodeResizePending");

  @Override
  public void applyDefaults(ObjectNode object) {
    MutablePersistentVolumeClaimSpec spec = MutablePersistentVolumeClaim.of(object).spec().ensure();
    if (!spec.volumeMode().present()) {
      spec.volumeMode("Filesystem");
    }
    MutableVolumeResourceRequirements resources = spec.resources().ensure();
    ResourceAmounts.round(resources.tree(), "requests");
    ResourceAmounts.round(resources.tree(), "limits");
    MutablePersistentVolumeClaimStatus status =
        MutablePersistentVolumeClaim.of(object).status().ensure();
    if (status.phase().text().isEmpty()) {
      status.phase("Pending");
    }
    ResourceAmounts.round(status.tree(), "capacity");
    ResourceAmounts.round(status.tree(), "allocatedResources");
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    MutablePersistentVolumeClaim.of(object).status().replace().phase("Pending");
    settleSources(MutablePersistentVolumeClaim.of(object).spec().ensure(), null);
  }

  /**
   * What is given as one kind of source is given as the other, too. One that is neither a claim nor
   * a snapshot is dropped unless it is given as a reference, and a reference into another namespace
   * is dropped: the feature CrossNamespaceVolumeDataSource is off.
   */
  private static void settleSources(
      MutablePersistentVolumeClaimSpec spec, @Nullable JsonNode before) {
    boolean hadRef = before != null && before.hasNonNull("dataSourceRef");
    if (!hadRef && !spec.reading().dataSourceRef().namespace().text().isEmpty()) {
      spec.dataSourceRef().remove();
    }
    boolean had = hadRef || before != null && before.hasNonNull("dataSource");
    if (!had && !spec.dataSourceRef().present() && !claimOrSnapshot(spec.dataSource().node())) {
      spec.dataSource().remove();
    }
    matchSources(spec);
  }

  private static boolean claimOrSnapshot(JsonNode source) {
    String kind = source.path("kind").asText();
    String group = source.path("apiGroup").asText("");
    return switch (kind) {
      case "PersistentVolumeClaim" -> group.isEmpty() || source.path("apiGroup").isNull();
      case "VolumeSnapshot" -> group.equals("snapshot.storage.k8s.io");
      default -> false;
    };
  }

  private static void matchSources(MutablePersistentVolumeClaimSpec spec) {
    JsonNode source = spec.dataSource().node();
    JsonNode ref = spec.dataSourceRef().node();
    if (source instanceof ObjectNode && spec.dataSourceRef().absent()) {
      spec.dataSourceRef().set(source.deepCopy());
    } else if (ref instanceof ObjectNode
        && spec.dataSource().absent()
        && TypedObjectReference.of(ref).namespace().text().isEmpty()) {
      MutableTypedObjectReference copy = MutableTypedObjectReference.of(ref.deepCopy());
      copy.namespace().remove();
      spec.dataSource().set(copy.tree());
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
    settleSources(
        MutablePersistentVolumeClaim.of(object).spec().ensure(),
        PersistentVolumeClaim.of(old).spec().tree());
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    ClaimSpecs.validate(PersistentVolumeClaim.of(object).spec(), errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    ClaimSpecs.validate(
        PersistentVolumeClaim.of(object).spec(),
        Leniency.of(PersistentVolumeClaim.of(old).spec()),
        errors);
    FixedClaim.validate(
        MutablePersistentVolumeClaim.of(object), MutablePersistentVolumeClaim.of(old), errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    if (PersistentVolumeClaim.of(object).spec().accessModes().size() == 0) {
      errors.required(Path.of("Spec", "accessModes"), "");
    }
    PersistentVolumeClaimStatus status = PersistentVolumeClaim.of(object).status();
    for (Map.Entry<String, At> amount : status.capacity().entries()) {
      ResourceAmounts.validateBasic(amount.getValue(), errors);
    }
    At resizing = status.allocatedResourceStatuses();
    for (Map.Entry<String, At> entry : resizing.entries()) {
      resource(entry.getKey(), resizing.path(), errors);
      if (!RESIZING.contains(entry.getValue().text())) {
        errors.unsupported(resizing.path(), GoText.quote(entry.getKey()), RESIZING);
      }
    }
    At allocated = status.allocatedResources();
    for (Map.Entry<String, At> entry : allocated.entries()) {
      if (resource(entry.getKey(), allocated.path(), errors)) {
        ResourceAmounts.validateBasic(entry.getValue(), errors);
      }
    }
  }

  /** Of what Kubernetes itself names, claims have storage only. */
  private static boolean resource(String name, Path at, Errors errors) {
    int before = errors.size();
    Labels.validateKey(name, at, errors);
    if (errors.size() == before && ResourceAmounts.isNative(name) && !name.equals(STORAGE)) {
      errors.unsupported(at, GoText.quote(name), List.of(STORAGE));
    }
    return errors.size() == before;
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    PersistentVolumeClaim claim = PersistentVolumeClaim.of(object);
    if (claim.metadata().annotations().has(BETA_CLASS)) {
      out.add(
          "metadata.annotations[%s]: deprecated since v1.8; use \"storageClassName\" attribute instead"
              .formatted(BETA_CLASS));
    }
    out.addAll(ClaimSpecs.warnings(claim.spec(), Path.of("spec")));
    return out;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of("name", PersistentVolumeClaim.of(object).metadata().name().text());
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
