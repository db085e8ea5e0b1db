package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.volumes.VolumeRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fields of features that are switched off by default. A writer's value is dropped, unless the
 * object already has one.
 */
final class DisabledFields {
  private static final List<String> STATUS_LISTS =
      List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses");

  private DisabledFields() {}

  static void drop(ObjectNode pod, @Nullable ObjectNode old) {
    dropFromSpec(
        Children.ensure(pod, "spec"),
        old == null ? null : Children.struct(old, "spec").orElse(null));
    Children.struct(pod, "status")
        .ifPresent(s -> dropFromStatus(s, old == null ? pod.path("none") : old.path("status")));
  }

  static void dropFromSpec(ObjectNode spec, @Nullable ObjectNode old) {
    VolumeRules.dropDisabled(spec, old);
    if (old == null || !old.has("workloadRef")) {
      spec.remove("workloadRef");
    }
    boolean signals =
        old != null
            && Children.allContainers(old).stream()
                .anyMatch(c -> c.path("lifecycle").has("stopSignal"));
    if (!signals) {
      Children.allContainers(spec).forEach(DisabledFields::dropStopSignal);
    }
  }

  private static void dropStopSignal(ObjectNode container) {
    Children.struct(container, "lifecycle")
        .filter(l -> l.remove("stopSignal") != null && l.isEmpty())
        .ifPresent(l -> container.remove("lifecycle"));
  }

  private static void dropFromStatus(ObjectNode status, JsonNode old) {
    for (String field : List.of("allocatedResources", "resources", "extendedResourceClaimStatus")) {
      if (!old.has(field)) {
        status.remove(field);
      }
    }
    // the health of devices is dropped even where it was once reported
    STATUS_LISTS.stream()
        .flatMap(list -> Children.each(status, list).stream())
        .forEach(c -> c.remove("allocatedResourcesStatus"));
  }
}
