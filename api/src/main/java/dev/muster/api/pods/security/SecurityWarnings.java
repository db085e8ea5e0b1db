package dev.muster.api.pods.security;

import dev.muster.api.field.At;
import java.util.ArrayList;
import java.util.List;

/** Annotations that used to mean something. */
public final class SecurityWarnings {
  private static final String SECCOMP =
      ": non-functional in v1.27+; use the \"seccompProfile\" field instead";

  private SecurityWarnings() {}

  /**
   * Warnings about a pod, or about a template for pods.
   *
   * @param holder what has metadata and spec; at the top for a pod. A pod's AppArmor annotations
   *     are warned of when they are adopted, see {@link AppArmor#adoptAnnotations}
   */
  public static List<String> of(At holder) {
    List<String> warnings = new ArrayList<>();
    At annotations = holder.get("metadata", "annotations");
    At spec = holder.get("spec");
    At context = spec.get("securityContext");
    if (!context.has("seccompProfile")) {
      warn(annotations, Seccomp.POD_ANNOTATION, SECCOMP, warnings);
    }
    boolean template = !holder.path().toString().isEmpty();
    for (At container : Containers.of(spec)) {
      At own = container.get("securityContext");
      String name = container.text("name");
      if (!own.has("seccompProfile")) {
        warn(annotations, Seccomp.CONTAINER_ANNOTATION + name, SECCOMP, warnings);
      }
      if (template && !context.has("appArmorProfile") && !own.has("appArmorProfile")) {
        warn(annotations, AppArmor.ANNOTATION + name, AppArmor.DEPRECATED, warnings);
      }
    }
    return warnings;
  }

  private static void warn(At annotations, String key, String text, List<String> warnings) {
    if (annotations.has(key)) {
      warnings.add(annotations.path().key(key) + text);
    }
  }
}
