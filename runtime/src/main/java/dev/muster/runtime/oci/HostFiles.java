package dev.muster.runtime.oci;

import dev.muster.linux.Mounts;
import dev.muster.linux.StatFs;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The files of the host that a container sees. */
public sealed interface HostFiles {

  /** What a path leads to. */
  Path source(String path) throws Refused;

  boolean has(Path file);

  /** Options of the mount that a file is on, which take rights away. */
  List<String> locked(Path file) throws Refused;

  /** Those of this machine. */
  record Real() implements HostFiles {
    private static final SortedMap<String, Long> LOCKED =
        new TreeMap<>(
            Map.of("nosuid", Mounts.NO_SUID, "nodev", Mounts.NO_DEV, "noexec", Mounts.NO_EXEC));

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

    @Override
    public List<String> locked(Path file) throws Refused {
      long flags;
      try {
        flags = StatFs.of(file).flags();
      } catch (IOException e) {
        throw Refused.invalid("mounts: \"" + file + "\": " + e.getMessage());
      }
      List<String> options = new ArrayList<>();
      LOCKED.forEach(
          (option, flag) -> {
            if ((flags & flag) != 0) {
              options.add(option);
            }
          });
      return options;
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

    @Override
    public List<String> locked(Path file) {
      return List.of();
    }
  }
}
