package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The class of a kind that is marked as the default; of several the newest. */
final class DefaultClass {
  private static final Comparator<ObjectNode> NEWEST =
      Comparator.comparing(DefaultClass::created)
          .reversed()
          .thenComparing(object -> object.path("metadata").path("name").asText());

  private DefaultClass() {}

  static Optional<String> in(
      Cluster cluster, String apiVersion, String kind, List<String> annotations) {
    return cluster.list(apiVersion, kind, "").stream()
        .filter(
            object ->
                annotations.stream()
                    .anyMatch(
                        a ->
                            object
                                .path("metadata")
                                .path("annotations")
                                .path(a)
                                .asText()
                                .equals("true")))
        .min(NEWEST)
        .map(object -> object.path("metadata").path("name").asText());
  }

  private static String created(ObjectNode object) {
    return object.path("metadata").path("creationTimestamp").asText();
  }
}
