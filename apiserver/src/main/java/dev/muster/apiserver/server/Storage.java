package dev.muster.apiserver.server;

import java.time.Duration;

/**
 * Where a server keeps its objects.
 *
 * @param authorizationStaleness by how much what decides about a request may be older than the
 *     request, where other servers write, too; zero for not at all
 */
public record Storage(StorageBackend backend, Duration authorizationStaleness) {

  /** In the server itself. */
  public static Storage embedded() {
    return new Storage(StorageBackend.EMBEDDED, Duration.ZERO);
  }
}
