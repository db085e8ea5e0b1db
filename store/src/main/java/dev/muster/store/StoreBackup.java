package dev.muster.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.sqlite.SQLiteConfig;

/** Copies of an embedded store in one file, with its history and revisions. */
public final class StoreBackup {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private StoreBackup() {}

  /**
   * Writes the state as of now, while the store may be in use.
   *
   * @param file must not be there yet; nobody but its owner can read it
   */
  public static void write(Path directory, Path file) {
    Path store = directory.resolve("store.db");
    if (!Files.exists(store)) {
      throw new StoreException("there is no store in \"" + directory + "\"");
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      refuseToReplace(file);
      Files.deleteIfExists(fresh);
      Files.createFile(fresh, OWNER_ONLY);
      try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + store);
          PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
        copy.setString(1, fresh.toString());
        copy.execute();
      }
      finish(fresh, file);
    } catch (IOException | SQLException e) {
      throw new StoreException("no backup of \"" + directory + "\" was made: " + e.getMessage(), e);
    }
  }

  /** Makes a store of a backup, in a directory that has none. Look at it with a first opening. */
  @SuppressWarnings("try") // being held is all that is asked of the lock
  public static void restore(Path file, Path directory) {
    Path store = directory.resolve("store.db");
    Path fresh = directory.resolve("store.db.new");
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
        refuseToReplace(store);
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, OWNER_ONLY);
        Files.copy(file, fresh, StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
        new SqliteFile(fresh).prepare(); // is it one at all
        try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + fresh);
            Statement statement = connection.createStatement()) {
          statement.execute("PRAGMA journal_mode=WAL");
        }
        finish(fresh, store);
      }
    } catch (IOException | SQLException e) {
      throw new StoreException("\"" + file + "\" was not restored: " + e.getMessage(), e);
    }
  }

  private static void refuseToReplace(Path file) throws FileAlreadyExistsException {
    if (Files.exists(file)) {
      throw new FileAlreadyExistsException("\"" + file + "\" is there already");
    }
  }

  private static void finish(Path fresh, Path file) throws IOException {
    try (FileChannel written = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent())) {
      directory.force(true);
    }
  }
}
