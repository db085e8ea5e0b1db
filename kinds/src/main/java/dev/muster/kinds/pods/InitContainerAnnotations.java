package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.StructField;
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

  static void drop(StructField<MutableObjectMeta> metadata) {
    metadata.ifPresent(
        meta -> {
          if (meta.annotations().node() instanceof ObjectNode annotations) {
            annotations.remove(KEYS);
            if (annotations.isEmpty()) {
              meta.annotations().remove();
            }
          }
        });
  }
}
