package dev.muster.admission.plugins;

import dev.muster.admission.Cluster;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The class of a kind that is marked as the default; of several the newest. */
final class DefaultClass {
  private static final Comparator<ObjectMeta> NEWEST =
      Comparator.comparing((ObjectMeta metadata) -> metadata.creationTimestamp().text())
          .reversed()
          .thenComparing(metadata -> metadata.name().text());

  private DefaultClass() {}

  static Optional<String> in(
      Cluster cluster, String apiVersion, String kind, List<String> annotations) {
    return cluster.list(apiVersion, kind, "").stream()
        .map(object -> ObjectMeta.ofObject(object))
        .filter(m -> annotations.stream().anyMatch(a -> m.annotations().text(a).equals("true")))
        .min(NEWEST)
        .map(metadata -> metadata.name().text());
  }
}
