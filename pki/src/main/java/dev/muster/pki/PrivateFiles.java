package dev.muster.pki;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that only their owner may read. A file is there whole or not at all. */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?> NEW_FILE = PosixFilePermissions.asFileAttribute(FILE);
  private static final FileAttribute<?> NEW_DIRECTORY =
      PosixFilePermissions.asFileAttribute(DIRECTORY);

  private PrivateFiles() {}

  /** Creates the directory with those above it, or takes the rights of others away. */
  static void directory(Path directory) {
    try {
      Files.createDirectories(directory, NEW_DIRECTORY);
      if (!Files.getPosixFilePermissions(directory).equals(DIRECTORY)) {
        Files.setPosixFilePermissions(directory, DIRECTORY);
      }
    } catch (IOException e) {
      throw new PkiException(directory + ": the directory cannot be made: " + e, e);
    }
  }

  public static boolean exists(Path file) {
    return Files.exists(file);
  }

  /** Reads a file of ours; others lose their rights to it. */
  public static String read(Path file) {
    try {
      if (!Files.getPosixFilePermissions(file).equals(FILE)) {
        Files.setPosixFilePermissions(file, FILE);
      }
    } catch (IOException e) {
      throw new PkiException(file + ": its permissions cannot be set to 0600: " + e, e);
    }
    return readForeign(file);
  }

  /** Reads a file that a user named; its permissions are the user's business. */
  static String readForeign(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new PkiException(file + ": cannot be read: " + e, e);
    }
  }

  public static void write(Path file, String text) {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      Files.deleteIfExists(temporary);
      try (FileChannel out =
          FileChannel.open(
              temporary,
              EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              NEW_FILE)) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent())) {
        directory.force(true);
      }
    } catch (IOException e) {
      throw new PkiException(file + ": cannot be written: " + e, e);
    }
  }
}
