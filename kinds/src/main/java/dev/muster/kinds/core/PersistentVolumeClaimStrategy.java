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
import dev.muster.views.CoreV1.PersistentVolumeClaim;
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
    settleSources(object.withObject("spec"), null);
  }

  /**
   * What is given as one kind of source is given as the other, too. One that is neither a claim nor
   * a snapshot is dropped unless it is given as a reference, and a reference into another namespace
   * is dropped: the feature CrossNamespaceVolumeDataSource is off.
   */
  private static void settleSources(ObjectNode spec, @Nullable JsonNode before) {
    boolean hadRef = before != null && before.hasNonNull("dataSourceRef");
    if (!hadRef && !spec.path("dataSourceRef").path("namespace").asText().isEmpty()) {
      spec.remove("dataSourceRef");
    }
    boolean had = hadRef || before != null && before.hasNonNull("dataSource");
    if (!had && !spec.has("dataSourceRef") && !claimOrSnapshot(spec.path("dataSource"))) {
      spec.remove("dataSource");
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
    settleSources(object.withObject("spec"), old.path("spec"));
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
    FixedClaim.validate(object, old, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    if (At.root(object).get("spec", "accessModes").size() == 0) {
      errors.required(Path.of("Spec", "accessModes"), "");
    }
    At status = At.root(object).get("status");
    for (Map.Entry<String, At> amount : status.get("capacity").entries()) {
      ResourceAmounts.validateBasic(amount.getValue(), errors);
    }
    At resizing = status.get("allocatedResourceStatuses");
    for (Map.Entry<String, At> entry : resizing.entries()) {
      resource(entry.getKey(), resizing.path(), errors);
      if (!RESIZING.contains(entry.getValue().text())) {
        errors.unsupported(resizing.path(), GoText.quote(entry.getKey()), RESIZING);
      }
    }
    At allocated = status.get("allocatedResources");
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
    At claim = At.root(object);
    if (claim.get("metadata", "annotations").has(BETA_CLASS)) {
      out.add(
          "metadata.annotations[%s]: deprecated since v1.8; use \"storageClassName\" attribute instead"
              .formatted(BETA_CLASS));
    }
    out.addAll(ClaimSpecs.warnings(new PersistentVolumeClaim(claim).spec(), Path.of("spec")));
    return out;
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
