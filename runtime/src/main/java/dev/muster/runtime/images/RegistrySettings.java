package dev.muster.runtime.images;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How registries are spoken to.
 *
 * @param insecure registries without TLS, as images' names have them: {@code host[:port]}. All
 *     others are spoken to by TLS only, wherever they are
 * @param stall how long a transfer may stand still
 * @param parallel how many transfers one pull has at once
 */
public record RegistrySettings(
    Set<String> insecure, Duration connect, Duration stall, int parallel, int attempts) {
  public static final RegistrySettings DEFAULT =
      new RegistrySettings(Set.of(), Duration.ofSeconds(10), Duration.ofSeconds(60), 3, 4);

  public RegistrySettings {
    insecure =
        insecure.stream()
            .map(each -> each.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  public RegistrySettings withInsecure(Set<String> registries) {
    return new RegistrySettings(registries, connect, stall, parallel, attempts);
  }

  /** Whether a registry may be spoken to without TLS. */
  boolean isPlain(String authority) {
    return insecure.contains(authority.toLowerCase(Locale.ROOT));
  }
}
