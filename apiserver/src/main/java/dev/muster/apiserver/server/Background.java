package dev.muster.apiserver.server;

import java.time.Duration;
import java.util.Set;

/**
 * What a server does unasked.
 *
 * @param controllers {@code *}, names, and {@code -name} for those to leave out
 * @param beside names of controllers that run beside the server, and that the others may mention
 * @param eventTtl how long events are kept
 * @param nodeGrace how long a node may be silent before its health is unknown
 * @param elected whether its controllers wait until they are told to lead ({@link ApiServer#lead}),
 *     since several servers have them
 */
public record Background(
    Set<String> controllers,
    Set<String> beside,
    Duration eventTtl,
    Duration nodeGrace,
    boolean elected) {
  /** As kube-controller-manager has it. */
  public static final Duration NODE_GRACE = Duration.ofSeconds(50);

  public Background {
    controllers = Set.copyOf(controllers);
    beside = Set.copyOf(beside);
  }

  /** With the usual patience for nodes, in a server that is alone. */
  public Background(Set<String> controllers, Set<String> beside, Duration eventTtl) {
    this(controllers, beside, eventTtl, NODE_GRACE, false);
  }

  /** No controllers, as a real kube-apiserver. */
  public static Background none() {
    return of(Set.of());
  }

  public static Background of(Set<String> controllers) {
    return new Background(controllers, Set.of(), Duration.ofHours(1));
  }

  /** The same, in one of several servers. */
  public Background amongOthers() {
    return new Background(controllers, beside, eventTtl, nodeGrace, true);
  }
}
