package dev.muster.node.eviction;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.pods.PodAggregates;
import dev.muster.linux.DiskUsage;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.model.quantity.Quantity;
import java.util.Optional;

/** The limits of local storage that a pod was given. */
final class StorageLimits {
  private static final String RESOURCE = "ephemeral-storage";

  /**
   * What is exceeded.
   *
   * @param signal as the metric names it
   */
  record Excess(String signal, String message) {}

  private StorageLimits() {}

  /**
   * @param imageFs whether writable layers are on another disk than logs and volumes
   */
  static Optional<Excess> exceeded(Pod pod, PodUsage usage, boolean imageFs) {
    return emptyDir(pod, usage)
        .or(() -> whole(pod, usage))
        .or(() -> container(pod, usage, imageFs));
  }

  private static Optional<Excess> emptyDir(Pod pod, PodUsage usage) {
    for (JsonNode volume : pod.spec().path("volumes")) {
      String name = volume.path("name").asText();
      JsonNode limit = volume.path("emptyDir").path("sizeLimit");
      DiskUsage used = usage.volumes().get(name);
      if (limit.isValueNode() && used != null && isMore(used.bytes(), limit.asText())) {
        return Optional.of(
            new Excess(
                "emptydirfs.limit",
                "Usage of EmptyDir volume "
                    + GoText.quote(name)
                    + " exceeds the limit "
                    + GoText.quote(limit.asText())
                    + ". "));
      }
    }
    return Optional.empty();
  }

  private static Optional<Excess> whole(Pod pod, PodUsage usage) {
    Quantity limit = PodAggregates.limits(pod.spec()).get(RESOURCE);
    return limit != null && Quantity.of(usage.ephemeral().bytes()).compareTo(limit) > 0
        ? Optional.of(
            new Excess(
                "ephemeralpodfs.limit",
                "Pod ephemeral local storage usage exceeds the total limit of containers "
                    + limit
                    + ". "))
        : Optional.empty();
  }

  private static Optional<Excess> container(Pod pod, PodUsage usage, boolean imageFs) {
    for (PodUsage.ContainerUsage each : usage.containers()) {
      JsonNode limit =
          pod.containers().stream()
              .filter(container -> container.name().equals(each.name()))
              .map(ContainerSpec::tree)
              .findFirst()
              .map(tree -> tree.path("resources").path("limits").path(RESOURCE))
              .orElse(pod.tree().path(""));
      long used = each.logs().bytes() + (imageFs ? 0 : each.root().bytes());
      if (limit.isValueNode() && isMore(used, limit.asText())) {
        return Optional.of(
            new Excess(
                "ephemeralcontainerfs.limit",
                "Container "
                    + each.name()
                    + " exceeded its local ephemeral storage limit "
                    + GoText.quote(limit.asText())
                    + ". "));
      }
    }
    return Optional.empty();
  }

  /** A limit of nothing is none. */
  private static boolean isMore(long used, String limit) {
    Quantity allowed = Quantity.parse(limit);
    return allowed.signum() > 0 && Quantity.of(used).compareTo(allowed) > 0;
  }
}
