package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.kinds.pods.security.VisitedContainers;
import dev.muster.kinds.pods.volumes.VolumeRules;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutableContainerStatus;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodStatus;
import org.jspecify.annotations.Nullable;

/**
 * Fields of features that are switched off by default. A writer's value is dropped, unless the
 * object already has one.
 */
final class DisabledFields {
  private DisabledFields() {}

  static void drop(MutablePod pod, @Nullable Pod old) {
    dropFromSpec(pod.spec().ensure(), old == null ? null : old.spec());
    PodStatus before = old == null ? PodStatus.of(MissingNode.getInstance()) : old.status();
    pod.status().ifPresent(status -> dropFromStatus(status, before));
  }

  static void dropFromSpec(MutablePodSpec spec, @Nullable PodSpec old) {
    VolumeRules.dropDisabled(spec, old);
    if (old == null || old.workloadRef().absent()) {
      spec.workloadRef().remove();
    }
    boolean signals =
        old != null
            && VisitedContainers.of(old).stream()
                .anyMatch(container -> container.lifecycle().stopSignal().present());
    if (!signals) {
      MutableContainers.all(spec).forEach(DisabledFields::dropStopSignal);
    }
  }

  private static void dropStopSignal(MutableContainer container) {
    container
        .lifecycle()
        .ifPresent(
            lifecycle -> {
              boolean given = lifecycle.stopSignal().present();
              lifecycle.stopSignal().remove();
              if (given && lifecycle.tree().isEmpty()) {
                container.lifecycle().remove();
              }
            });
  }

  private static void dropFromStatus(MutablePodStatus status, PodStatus old) {
    if (old.allocatedResources().absent()) {
      status.allocatedResources().remove();
    }
    if (old.resources().absent()) {
      status.resources().remove();
    }
    if (old.extendedResourceClaimStatus().absent()) {
      status.extendedResourceClaimStatus().remove();
    }
    // the health of devices is dropped even where it was once reported
    for (MutableContainerStatus container : MutableContainers.statuses(status)) {
      container.allocatedResourcesStatus().remove();
    }
  }
}
