package dev.muster.store;

import dev.muster.store.CommitFailedException.Aftermath;
import dev.muster.store.Journal.Batch;
import dev.muster.store.Journal.Row;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A file that SQLite has open: used by one thread at a time, until a failure makes it useless. */
final class SqliteSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteSession.class);

  /** After these the transaction is certainly rolled back, and a later one may well succeed. */
  private static final Set<SQLiteErrorCode> PASSING =
      Set.of(
          SQLiteErrorCode.SQLITE_BUSY,
          SQLiteErrorCode.SQLITE_LOCKED,
          SQLiteErrorCode.SQLITE_NOMEM,
          SQLiteErrorCode.SQLITE_TOOBIG);

  /** How many pages to give back to the file system with one batch. */
  private static final int VACUUM_PAGES = 64;

  private final SqliteFile file;
  private final Connection connection;
  private final SpaceReserve reserve;
  private final Checkpointer checkpointer;
  private final PreparedStatement insert;
  private final PreparedStatement drop;
  private final PreparedStatement mark;
  private volatile boolean slack;

  private SqliteSession(SqliteFile file, Connection connection) throws SQLException, IOException {
    this.file = file;
    this.connection = connection;
    file.check(connection);
    this.insert = connection.prepareStatement("INSERT INTO history VALUES(?,?,?,?,?)");
    this.drop = connection.prepareStatement("DELETE FROM history WHERE revision=?");
    this.mark = connection.prepareStatement("UPDATE compaction SET revision=?");
    long logged = file.logged();
    this.reserve = SpaceReserve.of(file.path(), file.log());
    try {
      this.checkpointer = new Checkpointer(file.connect(), connection, logged, reserve::renew);
    } catch (SQLException e) {
      reserve.close();
      throw e;
    }
  }

  static SqliteSession open(SqliteFile file, long maxFileBytes) throws SQLException, IOException {
    Connection connection = file.connect();
    try {
      file.limit(connection, maxFileBytes);
      return new SqliteSession(file, connection);
    } catch (SQLException | IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  Statement statement() throws SQLException {
    return connection.createStatement();
  }

  void commit(Batch batch) throws CommitFailedException {
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

  /** Whether there is much space to give back. */
  boolean slack() {
    return slack;
  }

  SpaceReserve reserve() {
    return reserve;
  }

  /**
   * Brings the whole log home and has it begin anew, so that nothing that comes is written behind
   * something that may not be on disk; then drops what nobody was told of.
   */
  void beginAnew(long acknowledged) throws SQLException {
    try (Statement statement = statement();
        ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
      if (!row.next() || row.getInt(1) != 0) {
        throw new SQLException("the log is in use");
      }
    }
    run("DELETE FROM history WHERE revision>" + acknowledged);
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

  static Aftermath aftermath(SQLException failure) {
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

  /** The last connection to go brings the log home into the main file. */
  @Override
  public void close() {
    checkpointer.close();
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.warn("closing the store's file failed; nothing is lost, the next start repairs it", e);
    }
    reserve.close();
  }
}
