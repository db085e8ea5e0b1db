package dev.muster.node.logs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;

/**
 * One container's log and those set aside before it: {@code 0.log.20060102-150405}, and older ones
 * with {@code .gz} appended.
 *
 * @param current what the runtime writes to
 */
public record LogFiles(Path current) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneId.systemDefault());
  private static final String COMPRESSED = ".gz";
  private static final String UNFINISHED = ".tmp";

  /** Removes all of them. */
  public void clean() throws IOException {
    for (Path each : beside()) {
      Files.deleteIfExists(each);
    }
    Files.deleteIfExists(current);
  }

  /** Where the log is set aside to, now. */
  Path aside(Instant now) {
    return current.resolveSibling(current.getFileName() + "." + STAMP.format(now));
  }

  /**
   * Makes ready for one more to be set aside: what broke off is removed, and the oldest go.
   *
   * @param most how many logs there may be after that one, the current one included
   */
  void makeRoom(int most) throws IOException {
    List<Path> kept = new ArrayList<>(usable());
    while (kept.size() > Math.max(0, most - 2)) {
      Files.deleteIfExists(kept.removeFirst());
    }
  }

  /**
   * Compresses those that were set aside before the newest. One that outgrew its limit because
   * nobody came to it in time is removed: compressing it would make the next come later still.
   */
  void compressAllBut(Path newest, long longest) throws IOException {
    for (Path each : usable()) {
      if (each.equals(newest) || each.toString().endsWith(COMPRESSED)) {
        continue;
      }
      if (Files.size(each) > longest) {
        Files.deleteIfExists(each);
      } else {
        compress(each);
      }
    }
  }

  /** Those that are whole, from the oldest on; others are removed. */
  private List<Path> usable() throws IOException {
    Set<Path> all = beside();
    List<Path> whole = new ArrayList<>();
    for (Path each : all) {
      boolean superseded = all.contains(each.resolveSibling(each.getFileName() + COMPRESSED));
      if (superseded || each.toString().endsWith(UNFINISHED)) {
        Files.deleteIfExists(each);
      } else {
        whole.add(each);
      }
    }
    return whole;
  }

  private Set<Path> beside() throws IOException {
    Set<Path> all = new TreeSet<>();
    Path directory = Objects.requireNonNull(current.getParent(), "a log is in a directory");
    if (!Files.isDirectory(directory)) {
      return all;
    }
    String prefix = current.getFileName() + ".";
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(
            directory, each -> each.getFileName().toString().startsWith(prefix))) {
      found.forEach(all::add);
    }
    return all;
  }

  private static void compress(Path log) throws IOException {
    Path unfinished = log.resolveSibling(log.getFileName() + UNFINISHED);
    try {
      Files.deleteIfExists(unfinished);
      Files.createFile(
          unfinished, PosixFilePermissions.asFileAttribute(Files.getPosixFilePermissions(log)));
      try (InputStream in = Files.newInputStream(log);
          OutputStream out = new GZIPOutputStream(Files.newOutputStream(unfinished))) {
        in.transferTo(out);
      }
      Path compressed = log.resolveSibling(log.getFileName() + COMPRESSED);
      Files.move(unfinished, compressed, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
    Files.deleteIfExists(log);
  }
}
