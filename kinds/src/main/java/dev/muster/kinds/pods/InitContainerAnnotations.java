package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Annotations that once carried init containers; they are dropped wherever pods are described. */
final class InitContainerAnnotations {
  private static final List<String> KEYS =
      List.of(
          "pod.beta.kubernetes.io/init-containers",
          "pod.alpha.kubernetes.io/init-containers",
          "pod.beta.kubernetes.io/init-container-statuses",
          "pod.alpha.kubernetes.io/init-container-statuses");

  private InitContainerAnnotations() {}

  static void drop(ObjectNode podOrTemplate) {
    Children.struct(podOrTemplate, "metadata")
        .ifPresent(
            metadata ->
                Children.struct(metadata, "annotations")
                    .ifPresent(
                        annotations -> {
                          annotations.remove(KEYS);
                          if (annotations.isEmpty()) {
                            metadata.remove("annotations");
                          }
                        }));
  }
}
