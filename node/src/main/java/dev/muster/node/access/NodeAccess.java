package dev.muster.node.access;

import java.time.Duration;

/**
 * How the node's server finds out who somebody is and what they may do; kubelet's settings.
 *
 * @param anonymous whether who shows nothing is {@code system:anonymous} rather than refused
 * @param tokens whether the API server is asked whose a bearer token is
 * @param mode who decides what they may do
 * @param tokenTtl how long it is remembered whose a token is, or that it is nobody's
 * @param allowedTtl how long it is remembered that somebody may do something
 * @param deniedTtl how long it is remembered that they may not
 */
public record NodeAccess(
    boolean anonymous,
    boolean tokens,
    Mode mode,
    Duration tokenTtl,
    Duration allowedTtl,
    Duration deniedTtl) {

  /** Who decides. */
  public enum Mode {
    /** Whoever is known may do everything. */
    AlwaysAllow,
    /** The API server. */
    Webhook
  }

  /** As a kubelet's configuration file has it. */
  public static NodeAccess defaults() {
    return new NodeAccess(
        false,
        true,
        Mode.Webhook,
        Duration.ofMinutes(2),
        Duration.ofMinutes(5),
        Duration.ofSeconds(30));
  }
}
