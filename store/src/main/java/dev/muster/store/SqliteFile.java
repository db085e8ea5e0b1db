package dev.muster.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The database file: made whole or not at all, recognised before SQLite touches it, never replaced.
 *
 * @param path the main file; SQLite keeps its log in a second one with {@code -wal} appended
 */
record SqliteFile(Path path) {
  /** "MUST", in the place where SQLite keeps whose file it is. */
  private static final int APPLICATION_ID = 0x4D555354;

  /** Larger than usual: fewer pages for each batch, and most values fit into one. */
  static final int PAGE = 8192;

  private static final int FORMAT = 1;
  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER = 100;
  private static final int FORMAT_AT = 60;
  private static final int APPLICATION_ID_AT = 68;

  /** Up to this size the structure is checked at each start; rows carry checksums in any case. */
  private static final long QUICK_CHECK_LIMIT = 32L << 20;

  private static final Set<Integer> DAMAGE =
      Set.of(SQLiteErrorCode.SQLITE_CORRUPT.code, SQLiteErrorCode.SQLITE_NOTADB.code);

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  static final String SCHEMA =
      """
      CREATE TABLE history(
        revision INTEGER PRIMARY KEY, created INTEGER NOT NULL, key TEXT NOT NULL, value BLOB,
        checksum INTEGER NOT NULL) STRICT;
      CREATE TABLE compaction(revision INTEGER NOT NULL) STRICT;
      INSERT INTO compaction VALUES(0);
      """;

  /** Where SQLite keeps what is not in the main file yet. */
  Path log() {
    return path.resolveSibling(path.getFileName() + "-wal");
  }

  /** How many bytes the log has. */
  long logged() throws IOException {
    return Files.exists(log()) ? Files.size(log()) : 0;
  }

  /** Makes the file if there is none, else checks that it is one of ours. */
  void prepare() {
    try {
      Path log = log();
      if (Files.exists(path)) {
        recognise();
      } else if (Files.exists(log) && Files.size(log) > 0) {
        throw damaged("is missing, but its log \"" + log.getFileName() + "\" is there", null);
      } else {
        create();
      }
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new StoreException("cannot open \"" + path + "\": " + e.getMessage(), e);
    } catch (SQLException e) {
      throw new StoreException("cannot create \"" + path + "\": " + e.getMessage(), e);
    }
  }

  private void recognise() throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(path)) {
      start = in.readNBytes(HEADER);
    }
    ByteBuffer header = ByteBuffer.wrap(start);
    if (start.length < HEADER
        || header.slice(0, MAGIC.length).mismatch(ByteBuffer.wrap(MAGIC)) >= 0) {
      throw damaged("is damaged or not a store: it does not begin as an SQLite file does", null);
    }
    if (header.getInt(APPLICATION_ID_AT) != APPLICATION_ID) {
      throw damaged("is another program's SQLite file", null);
    }
    int format = header.getInt(FORMAT_AT);
    if (format != FORMAT) {
      throw damaged("has format " + format + ", this version reads format " + FORMAT, null);
    }
  }

  private void create() throws IOException, SQLException {
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, OWNER_ONLY);
    try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + fresh);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size=" + PAGE);
      statement.execute("PRAGMA auto_vacuum=INCREMENTAL");
      statement.execute("PRAGMA application_id=" + APPLICATION_ID);
      statement.execute("PRAGMA user_version=" + FORMAT);
      statement.executeUpdate(SCHEMA);
      statement.execute("PRAGMA journal_mode=WAL");
    }
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel directory = FileChannel.open(path.toAbsolutePath().getParent())) {
      directory.force(true);
    }
  }

  /** Opens a connection whose commits are on disk when they return. */
  Connection connect() throws SQLException {
    Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + path);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA wal_autocheckpoint=0");
      statement.execute("PRAGMA journal_size_limit=" + (64 << 20));
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  void limit(Connection connection, long bytes) throws SQLException {
    long pages = Math.min(Math.max(1, bytes / PAGE), Integer.MAX_VALUE);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA max_page_count=" + pages);
    }
  }

  /** Looks at the structure of a file that is small enough for it. */
  void check(Connection connection) throws SQLException, IOException {
    if (Files.size(path) > QUICK_CHECK_LIMIT) {
      return;
    }
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA quick_check(1)")) {
      String answer = result.next() ? result.getString(1) : "no answer";
      if (!answer.equals("ok")) {
        throw damaged("is damaged: " + answer.replace('\n', ' '), null);
      }
    }
  }

  /** Tells a damaged file from one that cannot be reached. */
  StoreException unreadable(Exception e) {
    return e instanceof SQLiteException known && DAMAGE.contains(known.getResultCode().code & 0xff)
        ? damaged("is damaged: " + e.getMessage(), e)
        : new StoreException("cannot read \"" + path + "\": " + e.getMessage(), e);
  }

  DamagedStoreException damaged(String problem, @Nullable Throwable cause) {
    return new DamagedStoreException(path, problem, cause);
  }
}
