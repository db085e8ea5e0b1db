package dev.muster.kinds.pods.security;

import dev.muster.views.CoreV1.MutablePodSpec;

/** What a pod that says nothing about security gets. */
public final class SecurityDefaults {
  private SecurityDefaults() {}

  /** Gives the spec a security context; nothing in it has a default. */
  public static void apply(MutablePodSpec podSpec) {
    podSpec.securityContext().ensure();
  }
}
