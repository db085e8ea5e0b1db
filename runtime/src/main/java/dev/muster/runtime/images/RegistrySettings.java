package dev.muster.runtime.images;

import java.time.Duration;
import java.util.Set;

/**
 * How registries are spoken to.
 *
 * @param insecure registries, as {@code host[:port]}, that have no TLS; those on loopback need no
 *     entry
 * @param stall how long a transfer may stand still
 * @param parallel how many transfers one pull has at once
 */
public record RegistrySettings(
    Set<String> insecure, Duration connect, Duration stall, int parallel, int attempts) {
  public static final RegistrySettings DEFAULT =
      new RegistrySettings(Set.of(), Duration.ofSeconds(10), Duration.ofSeconds(60), 3, 4);

  public RegistrySettings {
    insecure = Set.copyOf(insecure);
  }

  public RegistrySettings withInsecure(Set<String> registries) {
    return new RegistrySettings(registries, connect, stall, parallel, attempts);
  }

  /** Whether a host may be spoken to without TLS. */
  boolean isPlain(String authority) {
    String host =
        authority.startsWith("[")
            ? authority.substring(1, Math.max(1, authority.indexOf(']')))
            : authority.contains(":") ? authority.substring(0, authority.indexOf(':')) : authority;
    return insecure.contains(authority)
        || host.equals("localhost")
        || host.equals("::1")
        || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }
}
