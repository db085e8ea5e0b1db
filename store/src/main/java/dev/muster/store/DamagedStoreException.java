package dev.muster.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The file is not what this store wrote. It was left as it is. */
public final class DamagedStoreException extends StoreException {
  DamagedStoreException(Path file, String problem, @Nullable Throwable cause) {
    super(
        "\""
            + file
            + "\" "
            + problem
            + "; it was left as it is: restore it from a backup, or move it (and its -wal file)"
            + " away to start with an empty store",
        cause);
  }
}
