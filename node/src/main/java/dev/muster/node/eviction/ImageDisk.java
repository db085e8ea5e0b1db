package dev.muster.node.eviction;

import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where images and writable layers are, which the runtime tells once. Used by one thread. */
final class ImageDisk {
  private final RuntimeCalls runtime;
  private final Path nodeFs;
  private @Nullable Path directory;
  private boolean apart;

  ImageDisk(RuntimeCalls runtime, Path nodeFs) {
    this.runtime = runtime;
    this.nodeFs = nodeFs;
  }

  /** A directory on it; nothing where the runtime is on another machine, or does not tell. */
  Optional<Path> directory() throws RuntimeProblem, IOException {
    if (directory == null) {
      for (String each : runtime.imageDirectories()) {
        if (directory == null && Files.isDirectory(Path.of(each))) {
          directory = Path.of(each);
          apart = !Files.getFileStore(directory).equals(Files.getFileStore(nodeFs));
        }
      }
    }
    return Optional.ofNullable(directory);
  }

  /** Whether that is another disk than the one of logs and volumes. */
  boolean isApart() {
    return apart;
  }
}
