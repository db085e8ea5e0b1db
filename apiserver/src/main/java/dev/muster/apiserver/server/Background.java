package dev.muster.apiserver.server;

import java.time.Duration;
import java.util.Set;

/**
 * What a server does unasked.
 *
 * @param controllers {@code *}, names, and {@code -name} for those to leave out
 * @param beside names of controllers that run beside the server, and that the others may mention
 * @param eventTtl how long events are kept
 */
public record Background(Set<String> controllers, Set<String> beside, Duration eventTtl) {
  public Background {
    controllers = Set.copyOf(controllers);
    beside = Set.copyOf(beside);
  }

  /** No controllers, as a real kube-apiserver. */
  public static Background none() {
    return of(Set.of());
  }

  public static Background of(Set<String> controllers) {
    return new Background(controllers, Set.of(), Duration.ofHours(1));
  }
}
