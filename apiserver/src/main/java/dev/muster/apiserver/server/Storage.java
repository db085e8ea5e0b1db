package dev.muster.apiserver.server;

import dev.muster.apiserver.encryption.EncryptionFile;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a server keeps its objects.
 *
 * @param authorizationStaleness by how much what decides about a request may be older than the
 *     request, where other servers write, too; zero for not at all
 * @param encryption how objects are encrypted there, if they are
 */
public record Storage(
    StorageBackend backend, Duration authorizationStaleness, Optional<EncryptionFile> encryption) {

  /** In the server itself. */
  public static Storage embedded() {
    return new Storage(StorageBackend.EMBEDDED, Duration.ZERO, Optional.empty());
  }

  public Storage with(EncryptionFile file) {
    return new Storage(backend, authorizationStaleness, Optional.of(file));
  }
}
