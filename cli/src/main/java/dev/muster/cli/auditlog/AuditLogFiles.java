package dev.muster.cli.auditlog;

import dev.muster.access.auditlog.AuditLogReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The logs that a command is given: files, directories with all that is in them, and {@code -}. */
public final class AuditLogFiles {
  private static final Path STANDARD_INPUT = Path.of("-");

  private AuditLogFiles() {}

  /** Reads them one after the other, within a directory by name. */
  public static void read(List<Path> paths, AuditLogReader reader) throws IOException {
    for (Path path : paths) {
      if (path.equals(STANDARD_INPUT)) {
        reader.read("standard input", System.in);
        continue;
      }
      for (Path file : files(path)) {
        try (InputStream in = Files.newInputStream(file)) {
          reader.read(file.toString(), in);
        }
      }
    }
  }

  private static List<Path> files(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException(path + ": no such file or directory");
    }
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
