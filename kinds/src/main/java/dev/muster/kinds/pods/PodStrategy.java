package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.security.AppArmor;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What is particular about pods. */
public final class PodStrategy implements Strategy {
  private final InstantSource clock;

  public PodStrategy(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public void applyDefaults(ObjectNode pod) {
    PodDefaults.apply(pod);
  }

  @Override
  public List<String> earlyWarnings(ObjectNode pod, @Nullable ObjectNode old) {
    return old != null || pod.path("metadata").path("annotations").isEmpty()
        ? List.of()
        : AppArmor.adoptAnnotations(pod.deepCopy());
  }

  @Override
  public void prepareForCreate(ObjectNode pod) {
    Generations.start(pod);
    String given = Children.text(pod.path("status"), "qosClass");
    ObjectNode status = pod.putObject("status");
    status.put("phase", "Pending");
    ObjectNode spec = Children.ensure(pod, "spec");
    status.put("qosClass", given.isEmpty() ? PodQos.of(spec) : given);
    DisabledFields.drop(pod, null);
    if (!spec.path("schedulingGates").isEmpty()) {
      PodConditions.set(status, PodConditions.gated(), clock.instant());
    }
    LabelKeys.apply(pod);
    AppArmor.adoptAnnotations(pod);
  }

  @Override
  public void prepareForUpdate(ObjectNode pod, ObjectNode old) {
    StatusOnly.keepStatus(pod, old);
    PodAnnotations.keepAdmitted(pod, old);
    DisabledFields.drop(pod, old);
    Generations.follow(pod, old, "spec");
  }

  @Override
  public void validate(ObjectNode pod, Errors errors) {
    At at = At.root(pod);
    metadataAndSpec(at, errors);
    At spec = at.get("spec");
    if (spec.get("ephemeralContainers").size() > 0) {
      errors.forbidden(spec.get("ephemeralContainers").path(), "cannot be set on create");
    }
    if (!spec.get("nodeName").empty() && spec.get("schedulingGates").size() > 0) {
      errors.forbidden(
          spec.get("nodeName").path(), "cannot be set until all schedulingGates have been cleared");
    }
    PodSecurity.validateAnnotationsMatch(at, errors);
  }

  @Override
  public void validateUpdate(ObjectNode pod, ObjectNode old, Errors errors) {
    At at = At.root(pod);
    changedMetadataAndSpec(pod, old, errors);
    annotationsUpdate(at, old, errors);
    PodUpdates.validate(at.get("spec"), Children.ensure(old, "spec"), errors);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode pod, ObjectNode old) {
    switch (subresource) {
      case "status" -> {
        PodStatusUpdates.prepare(pod, old);
        PodAnnotations.keepAdmitted(pod, old);
      }
      case "ephemeralcontainers" -> {
        EphemeralContainerUpdates.prepare(pod, old);
        DisabledFields.drop(pod, old);
        Generations.follow(pod, old, "spec");
      }
      case "resize" -> {
        PodResize.prepare(pod, old);
        DisabledFields.drop(pod, old);
        Generations.follow(pod, old, "spec");
      }
      default -> throw new IllegalArgumentException("pods have no part \"" + subresource + "\"");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode pod, ObjectNode old, Errors errors) {
    At at = At.root(pod);
    switch (subresource) {
      case "status" -> {
        ObjectMetas.validateChange(pod, old, errors);
        annotationsUpdate(at, old, errors);
        PodStatusUpdates.validate(at, At.root(old), errors);
      }
      case "ephemeralcontainers" -> ephemeralContainers(pod, old, errors);
      case "resize" -> resize(pod, old, errors);
      default -> throw new IllegalArgumentException("pods have no part \"" + subresource + "\"");
    }
  }

  private void ephemeralContainers(ObjectNode pod, ObjectNode old, Errors errors) {
    if (old.path("metadata").path("annotations").has(PodAnnotations.MIRROR)) {
      errors.forbidden(WholeObject.PATH, "static pods do not support ephemeral containers");
      return;
    }
    changedMetadataAndSpec(pod, old, errors);
    At at = At.root(pod);
    annotationsUpdate(at, old, errors);
    EphemeralContainerUpdates.validate(
        at.get("spec", "ephemeralContainers"), Children.ensure(old, "spec"), errors);
  }

  private void resize(ObjectNode pod, ObjectNode old, Errors errors) {
    Optional<String> never = PodResize.impossible(old);
    if (never.isPresent()) {
      errors.forbidden(WholeObject.PATH, never.get());
      return;
    }
    changedMetadataAndSpec(pod, old, errors);
    PodResize.validate(At.root(pod), old, errors);
  }

  /**
   * The rules for changed metadata and those for any metadata are both asked, as in the real
   * server.
   */
  private void changedMetadataAndSpec(ObjectNode pod, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(pod, old, errors);
    ObjectMetas.validate(true, this::nameFaults, pod, errors);
    metadataAndSpec(At.root(pod), errors);
  }

  private static void metadataAndSpec(At pod, Errors errors) {
    PodAnnotations.validate(pod.get("metadata", "annotations"), pod.get("spec"), errors);
    PodSecurity.validateAnnotations(pod, errors);
    PodSpecValidation.ofPod(pod, errors);
  }

  /** What a pod may get to be by any write after its creation, as far as annotations go. */
  static void annotationsUpdate(At pod, ObjectNode old, Errors errors) {
    At before = At.root(old);
    PodSecurity.validateAnnotationsUpdate(pod, before, errors);
    PodAnnotations.validateUpdate(
        pod.get("metadata", "annotations"), before.get("metadata", "annotations"), errors);
    PodAnnotations.validate(pod.get("metadata", "annotations"), pod.get("spec"), errors);
    PodSecurity.validateAnnotations(pod, errors);
  }

  @Override
  public List<String> warnings(ObjectNode pod, @Nullable ObjectNode old) {
    return old == null ? PodWarnings.ofPod(pod) : List.of();
  }

  @Override
  public List<String> subresourceWarnings(String subresource, ObjectNode pod, ObjectNode old) {
    return subresource.equals("status") ? PodWarnings.ofStatus(pod) : List.of();
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode pod) {
    return PodFields.of(pod);
  }

  @Override
  public List<String> selectableFieldNames() {
    return PodFields.NAMES;
  }

  @Override
  public OptionalLong deletionGrace(ObjectNode pod, OptionalLong requested) {
    return OptionalLong.of(PodDeletion.graceSeconds(pod, requested));
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
