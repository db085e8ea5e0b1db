package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.CoreV1.SecurityContext;
import java.util.ArrayList;
import java.util.List;

/** Annotations that used to mean something. */
public final class SecurityWarnings {
  private static final String SECCOMP =
      ": non-functional in v1.27+; use the \"seccompProfile\" field instead";

  private SecurityWarnings() {}

  /** Warnings about a pod as a whole, or about a template for pods. */
  public static List<String> of(PodTemplateSpec holder) {
    List<String> warnings = new ArrayList<>();
    if (!holder.spec().securityContext().seccompProfile().present()) {
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
  public static List<String> of(PodTemplateSpec holder, Container container) {
    List<String> warnings = new ArrayList<>();
    SecurityContext own = container.securityContext();
    String name = container.name().text();
    if (!own.seccompProfile().present()) {
      warn(holder, Seccomp.CONTAINER_ANNOTATION + name, SECCOMP, warnings);
    }
    boolean template = !holder.at().path().toString().isEmpty();
    boolean ofPod = holder.spec().securityContext().appArmorProfile().present();
    if (template && !ofPod && !own.appArmorProfile().present()) {
      warn(holder, AppArmor.ANNOTATION + name, AppArmor.DEPRECATED, warnings);
    }
    return warnings;
  }

  private static void warn(PodTemplateSpec holder, String key, String text, List<String> warnings) {
    At annotations = holder.metadata().annotations();
    if (annotations.has(key)) {
      warnings.add(annotations.path().key(key) + text);
    }
  }
}
