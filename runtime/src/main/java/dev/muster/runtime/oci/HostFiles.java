package dev.muster.runtime.oci;

import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of the host that a container sees. */
public sealed interface HostFiles {

  /** What a path leads to. */
  Path source(String path) throws Refused;

  boolean has(Path file);

  /** Those of this machine. */
  record Real() implements HostFiles {
    /** With links followed; made as a directory when there is nothing. */
    @Override
    public Path source(String text) throws Refused {
      try {
        Path path = Path.of(text);
        if (!Files.exists(path)) {
          Files.createDirectories(path);
        }
        return path.toRealPath();
      } catch (IOException e) {
        throw Refused.invalid("mounts: host_path \"" + text + "\": " + e.getMessage());
      }
    }

    @Override
    public boolean has(Path file) {
      return Files.exists(file);
    }
  }

  /** Those of a machine where all is as it should be: nothing is looked at, nothing is made. */
  record Supposed() implements HostFiles {
    @Override
    public Path source(String path) {
      return Path.of(path);
    }

    @Override
    public boolean has(Path file) {
      return true;
    }
  }
}
