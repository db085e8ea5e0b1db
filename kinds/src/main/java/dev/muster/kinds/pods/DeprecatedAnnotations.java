package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import java.util.List;

/** Annotations of pods that no longer do anything. */
final class DeprecatedAnnotations {
  private record Gone(String key, String instead) {}

  private static final List<Gone> ALL =
      List.of(
          new Gone(
              "scheduler.alpha.kubernetes.io/critical-pod",
              "non-functional in v1.16+; use the \"priorityClassName\" field instead"),
          new Gone(
              "security.alpha.kubernetes.io/sysctls",
              "non-functional in v1.11+; use the \"sysctls\" field instead"),
          new Gone(
              "security.alpha.kubernetes.io/unsafe-sysctls",
              "non-functional in v1.11+; use the \"sysctls\" field instead"));

  private DeprecatedAnnotations() {}

  static void of(At annotations, List<String> found) {
    for (Gone one : ALL) {
      if (annotations.has(one.key())) {
        found.add(annotations.path().key(one.key()) + ": " + one.instead());
      }
    }
  }
}
