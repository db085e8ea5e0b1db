package dev.muster.kinds.pods.volumes;

import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableVolume;
import dev.muster.views.CoreV1.MutableVolumeProjection;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.VolumeProjection;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Projected sources whose feature gates (ClusterTrustBundleProjection, PodCertificateRequest) are
 * closed by default.
 */
final class GatedProjections {
  private GatedProjections() {}

  static void drop(MutablePodSpec podSpec, @Nullable PodSpec oldSpec) {
    if (!uses(oldSpec, source -> source.clusterTrustBundle().present())) {
      each(podSpec, source -> source.clusterTrustBundle().remove());
    }
    if (!uses(oldSpec, source -> source.podCertificate().present())) {
      each(podSpec, source -> source.podCertificate().remove());
    }
  }

  private static boolean uses(@Nullable PodSpec spec, Predicate<VolumeProjection> gated) {
    return spec != null
        && spec.volumes().stream()
            .flatMap(volume -> volume.projected().sources().stream())
            .anyMatch(gated);
  }

  private static void each(MutablePodSpec spec, Consumer<MutableVolumeProjection> action) {
    for (MutableVolume volume : spec.volumes().each()) {
      volume.projected().ifPresent(projected -> projected.sources().each().forEach(action));
    }
  }
}
