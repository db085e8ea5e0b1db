package dev.muster.apiserver.audit;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file, mode 0600, that is put aside when it has its full size: {@code audit.log} becomes {@code
 * audit-2026-01-31T09-30-00.000.log}. Of those, as many are kept as the limits allow.
 */
final class RotatingFile implements AuditSink {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss.SSS").withZone(ZoneOffset.UTC);

  private final Path file;
  private final AuditLogOptions options;
  private final Clock clock;
  private @Nullable OutputStream out;
  private long size;
  private Instant lastAside = Instant.EPOCH;

  RotatingFile(Path file, AuditLogOptions options, Clock clock) throws IOException {
    this.file = file.toAbsolutePath();
    this.options = options;
    this.clock = clock;
    open();
    removeOld();
  }

  @Override
  public void write(byte[] line) throws IOException {
    if (out != null && size > 0 && size + line.length > options.maxBytes()) {
      rotate();
    }
    OutputStream to = out == null ? open() : out;
    to.write(line);
    size += line.length;
  }

  private OutputStream open() throws IOException {
    Path directory = file.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    OutputStream opened =
        new BufferedOutputStream(
            Files.newOutputStream(file, StandardOpenOption.APPEND, StandardOpenOption.WRITE));
    out = opened;
    size = Files.size(file);
    return opened;
  }

  private void rotate() throws IOException {
    close();
    Instant now = clock.instant();
    // names tell the order, so no two files are put aside at the same time
    Instant at = now.isAfter(lastAside) ? now : lastAside.plusMillis(1);
    while (Files.exists(backup(at))) {
      at = at.plusMillis(1);
    }
    lastAside = at;
    Files.move(file, backup(at));
    removeOld();
  }

  private Path backup(Instant at) {
    return file.resolveSibling(stem() + "-" + TIME.format(at) + extension());
  }

  private void removeOld() throws IOException {
    Path directory = file.getParent();
    if (directory == null) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> backups =
          files.filter(this::isBackup).sorted(Comparator.<Path>naturalOrder().reversed()).toList();
      for (int i = 0; i < backups.size(); i++) {
        boolean tooMany = options.maxBackups() > 0 && i >= options.maxBackups();
        if (tooMany || isTooOld(backups.get(i))) {
          Files.deleteIfExists(backups.get(i));
        }
      }
    }
  }

  private boolean isBackup(Path candidate) {
    return time(candidate) != null;
  }

  private boolean isTooOld(Path backup) {
    Instant time = time(backup);
    return options.maxAgeDays() > 0
        && time != null
        && time.isBefore(clock.instant().minusSeconds(86_400L * options.maxAgeDays()));
  }

  private @Nullable Instant time(Path candidate) {
    String name = candidate.getFileName().toString();
    String head = stem() + "-";
    String tail = extension();
    if (!name.startsWith(head)
        || !name.endsWith(tail)
        || name.length() <= head.length() + tail.length()) {
      return null;
    }
    try {
      String time = name.substring(head.length(), name.length() - tail.length());
      return LocalDateTime.parse(time, TIME).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private String stem() {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - extension().length());
  }

  private String extension() {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot);
  }

  @Override
  public void flush() throws IOException {
    if (out != null) {
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    OutputStream open = out;
    out = null;
    if (open != null) {
      open.close();
    }
  }
}
