package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.security.AppArmor;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
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
    PodDefaults.apply(MutablePod.of(pod));
  }

  @Override
  public List<String> earlyWarnings(ObjectNode pod, @Nullable ObjectNode old) {
    return old != null || Pod.of(pod).metadata().annotations().empty()
        ? List.of()
        : AppArmor.adoptAnnotations(pod.deepCopy());
  }

  @Override
  public void prepareForCreate(ObjectNode tree) {
    Generations.start(tree);
    MutablePod pod = MutablePod.of(tree);
    String given = Pod.of(tree).status().qosClass().text();
    MutablePodStatus status = pod.status().replace().phase("Pending");
    MutablePodSpec spec = pod.spec().ensure();
    status.qosClass(given.isEmpty() ? PodQos.of(spec.reading()) : given);
    DisabledFields.drop(pod, null);
    if (!spec.schedulingGates().empty()) {
      PodConditions.set(status, PodConditions.gated(), clock.instant());
    }
    LabelKeys.apply(pod);
    AppArmor.adoptAnnotations(tree);
  }

  @Override
  public void prepareForUpdate(ObjectNode pod, ObjectNode old) {
    StatusOnly.keepStatus(pod, old);
    PodAnnotations.keepAdmitted(MutablePod.of(pod), Pod.of(old));
    DisabledFields.drop(MutablePod.of(pod), Pod.of(old));
    Generations.follow(pod, old, "spec");
  }

  @Override
  public void validate(ObjectNode tree, Errors errors) {
    Pod pod = Pod.of(tree);
    metadataAndSpec(pod, errors);
    PodSpec spec = pod.spec();
    if (!spec.ephemeralContainers().isEmpty()) {
      errors.forbidden(spec.ephemeralContainers().at().path(), "cannot be set on create");
    }
    if (!spec.nodeName().empty() && !spec.schedulingGates().isEmpty()) {
      errors.forbidden(
          spec.nodeName().path(), "cannot be set until all schedulingGates have been cleared");
    }
    PodSecurity.validateAnnotationsMatch(pod, errors);
  }

  @Override
  public void validateUpdate(ObjectNode pod, ObjectNode old, Errors errors) {
    changedMetadataAndSpec(pod, old, errors);
    annotationsUpdate(Pod.of(pod), Pod.of(old), errors);
    PodUpdates.validate(Pod.of(pod).spec(), Pod.of(old).spec(), errors);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode tree, ObjectNode oldTree) {
    MutablePod pod = MutablePod.of(tree);
    MutablePod old = MutablePod.of(oldTree);
    Pod before = Pod.of(oldTree);
    switch (subresource) {
      case "status" -> {
        PodStatusUpdates.prepare(pod, old);
        PodAnnotations.keepAdmitted(pod, before);
      }
      case "ephemeralcontainers" -> {
        EphemeralContainerUpdates.prepare(pod, old);
        DisabledFields.drop(pod, before);
        Generations.follow(tree, oldTree, "spec");
      }
      case "resize" -> {
        PodResize.prepare(pod, old);
        DisabledFields.drop(pod, before);
        Generations.follow(tree, oldTree, "spec");
      }
      default -> throw new IllegalArgumentException("pods have no part \"" + subresource + "\"");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode pod, ObjectNode old, Errors errors) {
    switch (subresource) {
      case "status" -> {
        ObjectMetas.validateChange(pod, old, errors);
        annotationsUpdate(Pod.of(pod), Pod.of(old), errors);
        PodStatusUpdates.validate(Pod.of(pod), Pod.of(old), errors);
      }
      case "ephemeralcontainers" -> ephemeralContainers(pod, old, errors);
      case "resize" -> resize(pod, old, errors);
      default -> throw new IllegalArgumentException("pods have no part \"" + subresource + "\"");
    }
  }

  private void ephemeralContainers(ObjectNode pod, ObjectNode old, Errors errors) {
    if (Pod.of(old).metadata().annotations().has(PodAnnotations.MIRROR)) {
      errors.forbidden(WholeObject.PATH, "static pods do not support ephemeral containers");
      return;
    }
    changedMetadataAndSpec(pod, old, errors);
    annotationsUpdate(Pod.of(pod), Pod.of(old), errors);
    EphemeralContainerUpdates.validate(
        Pod.of(pod).spec().ephemeralContainers(), Pod.of(old).spec(), errors);
  }

  private void resize(ObjectNode pod, ObjectNode old, Errors errors) {
    Optional<String> never = PodResize.impossible(Pod.of(old));
    if (never.isPresent()) {
      errors.forbidden(WholeObject.PATH, never.get());
      return;
    }
    changedMetadataAndSpec(pod, old, errors);
    PodResize.validate(Pod.of(pod), Pod.of(old), errors);
  }

  /**
   * The rules for changed metadata and those for any metadata are both asked, as in the real
   * server.
   */
  private void changedMetadataAndSpec(ObjectNode pod, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(pod, old, errors);
    ObjectMetas.validate(true, this::nameFaults, pod, errors);
    metadataAndSpec(Pod.of(pod), errors);
  }

  private static void metadataAndSpec(Pod pod, Errors errors) {
    PodAnnotations.validate(pod.metadata().annotations(), pod.spec(), errors);
    PodSecurity.validateAnnotations(pod, errors);
    PodSpecValidation.ofPod(pod, errors);
  }

  /** What a pod may get to be by any write after its creation, as far as annotations go. */
  static void annotationsUpdate(Pod pod, Pod old, Errors errors) {
    PodSecurity.validateAnnotationsUpdate(pod, old, errors);
    PodAnnotations.validateUpdate(
        pod.metadata().annotations(), old.metadata().annotations(), errors);
    PodAnnotations.validate(pod.metadata().annotations(), pod.spec(), errors);
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
    return PodFields.of(Pod.of(pod));
  }

  @Override
  public List<String> selectableFieldNames() {
    return PodFields.NAMES;
  }

  @Override
  public OptionalLong deletionGrace(ObjectNode pod, OptionalLong requested) {
    return OptionalLong.of(PodDeletion.graceSeconds(Pod.of(pod), requested));
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
