package dev.muster.store;

import dev.muster.store.Journal.Batch;
import dev.muster.store.Journal.Row;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings SQLite's log home into the main file while commits go on, so that the log can begin anew.
 *
 * <p>Most of it is copied on a second connection beside the commits. What they added meanwhile is
 * copied between two commits, and that is little.
 */
final class Checkpointer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);
  private static final long BEGIN_AT_BYTES = 8L << 20;

  /** With so much in the log, commits wait for the copying: it must not grow without end. */
  private static final long WAIT_AT_BYTES = 4 * BEGIN_AT_BYTES;

  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("store-checkpointer").factory());
  private final Connection beside;
  private final Connection committing;
  private final Runnable done;
  private long logged;
  private @Nullable CompletableFuture<?> running;

  /**
   * @param logged how many bytes are in the log: a process that was killed leaves it as it was
   * @param done called when the log was brought home, by either of two threads
   */
  Checkpointer(Connection beside, Connection committing, long logged, Runnable done) {
    this.beside = beside;
    this.committing = committing;
    this.logged = logged;
    this.done = done;
  }

  /** Called by the committing thread after each commit. */
  void committed(Batch batch) {
    logged += estimate(batch);
    if (running == null) {
      if (logged >= BEGIN_AT_BYTES) {
        running = CompletableFuture.runAsync(() -> bringHome(beside), background);
      }
    } else if (running.isDone() || logged >= WAIT_AT_BYTES) {
      running.join();
      running = null;
      logged = 0;
      bringHome(committing);
    }
  }

  private void bringHome(Connection connection) {
    checkpoint(connection);
    done.run();
  }

  private static long estimate(Batch batch) {
    long bytes = 2L * SqliteFile.PAGE + (long) SqliteFile.PAGE * batch.superseded().length / 4;
    for (Row row : batch.rows()) {
      byte[] value = row.value();
      bytes += 64 + row.key().length() + (value == null ? 0 : value.length);
    }
    return bytes;
  }

  /** A failure only means that the log grows until the next one. */
  private static void checkpoint(Connection connection) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA wal_checkpoint(PASSIVE)")) {
      result.next();
    } catch (SQLException e) {
      LOG.warn("checkpoint failed: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    background.close();
    try {
      beside.close();
    } catch (SQLException e) {
      LOG.warn("closing the checkpointing connection failed: {}", e.getMessage());
    }
  }
}
