package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;

/** Annotations that used to mean something. */
public final class SecurityWarnings {
  private static final String SECCOMP =
      ": non-functional in v1.27+; use the \"seccompProfile\" field instead";

  private SecurityWarnings() {}

  /** Warnings about a pod as a whole, or about a template for pods. */
  public static List<String> of(At holder) {
    List<String> warnings = new ArrayList<>();
    if (!holder.get("spec", "securityContext").has("seccompProfile")) {
      warn(holder, Seccomp.POD_ANNOTATION, SECCOMP, warnings);
    }
    return warnings;
  }

  /**
   * Warnings about one container.
   *
   * @param holder what has metadata and spec; at the top for a pod. A pod's AppArmor annotations
   *     are warned of when they are adopted, see {@link AppArmor#adoptAnnotations}
   */
  public static List<String> of(At holder, At container) {
    List<String> warnings = new ArrayList<>();
    At own = container.get("securityContext");
    String name = container.text("name");
    if (!own.has("seccompProfile")) {
      warn(holder, Seccomp.CONTAINER_ANNOTATION + name, SECCOMP, warnings);
    }
    boolean template = !holder.path().toString().isEmpty();
    boolean ofPod = holder.get("spec", "securityContext").has("appArmorProfile");
    if (template && !ofPod && !own.has("appArmorProfile")) {
      warn(holder, AppArmor.ANNOTATION + name, AppArmor.DEPRECATED, warnings);
    }
    return warnings;
  }

  private static void warn(At holder, String key, String text, List<String> warnings) {
    At annotations = holder.get("metadata", "annotations");
    if (annotations.has(key)) {
      warnings.add(annotations.path().key(key) + text);
    }
  }
}
