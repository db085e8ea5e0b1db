package dev.muster.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteConnection;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite's native code. The driver unpacks it from its jar at each start, unless the system
 * property {@code org.sqlite.lib.path} names a directory that has it.
 */
public final class SqliteLibrary {
  private SqliteLibrary() {}

  /** Puts this machine's library where {@code org.sqlite.lib.path} may point to. */
  public static void unpackInto(Path directory) throws IOException {
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream in = SQLiteConnection.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException("SQLite's driver has no " + resource);
      }
      Files.createDirectories(directory);
      Files.copy(in, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
