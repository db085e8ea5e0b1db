package dev.muster.store;

import dev.muster.store.CommitFailedException.Aftermath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A journal in an SQLite file: one row for each write, dropped when compaction says so. */
final class SqliteJournal implements Journal {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteJournal.class);

  /** After these the transaction is certainly rolled back, and a later one may well succeed. */
  private static final Set<SQLiteErrorCode> PASSING =
      Set.of(
          SQLiteErrorCode.SQLITE_BUSY,
          SQLiteErrorCode.SQLITE_LOCKED,
          SQLiteErrorCode.SQLITE_NOMEM,
          SQLiteErrorCode.SQLITE_TOOBIG);

  /** How many pages to give back to the file system with one batch. */
  private static final int VACUUM_PAGES = 64;

  private final DirectoryLock lock;
  private final SqliteFile file;
  private final Connection connection;
  private final SpaceReserve reserve;
  private final Checkpointer checkpointer;
  private final PreparedStatement insert;
  private final PreparedStatement drop;
  private final PreparedStatement mark;
  private volatile boolean slack;

  private SqliteJournal(DirectoryLock lock, SqliteFile file, Connection connection)
      throws SQLException, IOException {
    this.lock = lock;
    this.file = file;
    this.connection = connection;
    file.check(connection);
    this.insert = connection.prepareStatement("INSERT INTO history VALUES(?,?,?,?,?)");
    this.drop = connection.prepareStatement("DELETE FROM history WHERE revision=?");
    this.mark = connection.prepareStatement("UPDATE compaction SET revision=?");
    this.reserve = SpaceReserve.of(file.path());
    this.checkpointer = new Checkpointer(file.connect(), connection, reserve::renew);
  }

  static SqliteJournal open(Path directory, long maxFileBytes) {
    SqliteFile file = new SqliteFile(directory.resolve("store.db"));
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new StoreException("cannot create \"" + directory + "\": " + reason(e), e);
    }
    DirectoryLock lock = DirectoryLock.acquire(directory);
    Connection connection = null;
    try {
      file.prepare();
      connection = file.connect();
      file.limit(connection, maxFileBytes);
      return new SqliteJournal(lock, file, connection);
    } catch (SQLException | IOException e) {
      closeQuietly(connection, lock);
      throw file.unreadable(e);
    } catch (RuntimeException e) {
      closeQuietly(connection, lock);
      throw e;
    }
  }

  /** What the exceptions of files leave unsaid. */
  private static @Nullable String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied";
      case NoSuchFileException missing -> "no directory can be made there";
      case FileAlreadyExistsException file -> "there is a file of that name";
      default -> e.getMessage();
    };
  }

  @Override
  public long compacted() {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT revision FROM compaction")) {
      if (row.next()) {
        return row.getLong(1);
      }
    } catch (SQLException e) {
      throw file.unreadable(e);
    }
    throw damaged("is damaged: it does not say how far it was compacted");
  }

  @Override
  public void replay(Replay replay) {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet result =
          statement.executeQuery(
              "SELECT revision,created,key,value,checksum FROM history ORDER BY revision")) {
        while (result.next()) {
          Row row =
              new Row(
                  result.getLong(1), result.getString(3), result.getLong(2), result.getBytes(4));
          if (RowChecksum.of(row) != result.getLong(5)) {
            throw damaged("is damaged: the checksum of revision " + row.revision() + " is wrong");
          }
          replay.row(row);
        }
      }
    } catch (SQLException e) {
      throw file.unreadable(e);
    }
  }

  @Override
  public void commit(Batch batch) throws CommitFailedException {
    try {
      run("BEGIN IMMEDIATE");
      write(batch);
      run("COMMIT");
    } catch (SQLException e) {
      throw rolledBack(e);
    }
    checkpointer.committed(batch);
  }

  private void write(Batch batch) throws SQLException {
    for (Row row : batch.rows()) {
      insert.setLong(1, row.revision());
      insert.setLong(2, row.created());
      insert.setString(3, row.key());
      insert.setBytes(4, row.value());
      insert.setLong(5, RowChecksum.of(row));
      insert.addBatch();
    }
    if (!batch.rows().isEmpty()) {
      insert.executeBatch();
    }
    if (batch.compacted() > 0) {
      mark.setLong(1, batch.compacted());
      mark.executeUpdate();
    }
    for (long revision : batch.superseded()) {
      drop.setLong(1, revision);
      drop.addBatch();
    }
    if (batch.superseded().length > 0) {
      drop.executeBatch();
    }
    if (batch.shrink()) {
      shrink();
    }
  }

  /** Shrinks the file once more than half of it is free; the rest is for the writes to come. */
  private void shrink() throws SQLException {
    if (mostlyFree()) {
      run("PRAGMA incremental_vacuum(" + VACUUM_PAGES + ")");
      slack = mostlyFree();
    } else {
      slack = false;
    }
  }

  private boolean mostlyFree() throws SQLException {
    return pragma("freelist_count") > Math.max(VACUUM_PAGES, pragma("page_count") / 2);
  }

  @Override
  public boolean slack() {
    return slack;
  }

  @Override
  public boolean scarce() {
    return reserve.scarce();
  }

  @Override
  public boolean stillScarce() {
    if (reserve.scarce()) {
      reserve.renew();
    }
    return reserve.scarce();
  }

  private long pragma(String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA " + name)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private CommitFailedException rolledBack(SQLException failure) {
    slack = false;
    try {
      insert.clearBatch();
      drop.clearBatch();
      run("ROLLBACK");
    } catch (SQLException e) {
      LOG.debug("SQLite had rolled back by itself: {}", e.getMessage());
    }
    return new CommitFailedException(
        "\"" + file.path() + "\": " + failure.getMessage(), aftermath(failure), failure);
  }

  private static Aftermath aftermath(SQLException failure) {
    SQLiteErrorCode code =
        failure instanceof SQLiteException known
            ? known.getResultCode()
            : SQLiteErrorCode.UNKNOWN_ERROR;
    return switch (code) {
      case SQLITE_FULL -> Aftermath.NO_SPACE;
      // the log has the batch, but its index has not, and the next batch goes to the same place
      case SQLITE_IOERR_SHMSIZE -> Aftermath.NO_SPACE_UNSURE;
      default -> PASSING.contains(code) ? Aftermath.ROLLED_BACK : Aftermath.BROKEN;
    };
  }

  @Override
  public StoreException damaged(String problem) {
    return file.damaged(problem, null);
  }

  /** The last connection to go brings the log home into the main file. */
  @Override
  public void close() {
    checkpointer.close();
    closeQuietly(connection, lock);
    reserve.close();
  }

  private static void closeQuietly(@Nullable Connection connection, DirectoryLock lock) {
    try (lock) {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      LOG.warn("closing the store's file failed; nothing is lost, the next start repairs it", e);
    }
  }
}
