package dev.muster.node.eviction;

import dev.muster.base.go.GoText;
import dev.muster.kinds.pods.PodAggregates;
import dev.muster.linux.DiskUsage;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
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
    for (Volume volume : pod.spec().volumes()) {
      String name = volume.name().text();
      At limit = volume.emptyDir().sizeLimit();
      DiskUsage used = usage.volumes().get(name);
      if (limit.present() && used != null && isMore(used.bytes(), limit.text())) {
        return Optional.of(
            new Excess(
                "emptydirfs.limit",
                "Usage of EmptyDir volume "
                    + GoText.quote(name)
                    + " exceeds the limit "
                    + GoText.quote(limit.text())
                    + ". "));
      }
    }
    return Optional.empty();
  }

  private static Optional<Excess> whole(Pod pod, PodUsage usage) {
    Quantity limit = PodAggregates.limits(pod.spec().tree()).get(RESOURCE);
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
      String limit =
          pod.containers().stream()
              .filter(container -> container.name().equals(each.name()))
              .findFirst()
              .map(container -> container.spec().resources().limits().text(RESOURCE))
              .orElse("");
      long used = each.logs().bytes() + (imageFs ? 0 : each.root().bytes());
      if (!limit.isEmpty() && isMore(used, limit)) {
        return Optional.of(
            new Excess(
                "ephemeralcontainerfs.limit",
                "Container "
                    + each.name()
                    + " exceeded its local ephemeral storage limit "
                    + GoText.quote(limit)
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
