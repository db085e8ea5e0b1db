package dev.muster.kinds.pods.security;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a pod that says nothing about security gets. */
public final class SecurityDefaults {
  private SecurityDefaults() {}

  /** Gives the spec a security context; nothing in it has a default. */
  public static void apply(ObjectNode podSpec) {
    if (!podSpec.has("securityContext")) {
      podSpec.putObject("securityContext");
    }
  }
}
