package dev.muster.store;

import dev.muster.store.CommitFailedException.Aftermath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A journal in an SQLite file: one row for each write, dropped when compaction says so. */
final class SqliteJournal implements Journal {
  private final DirectoryLock lock;
  private final SqliteFile file;
  private final long maxFileBytes;

  /** A closed one where none could be opened. */
  private volatile SqliteSession session;

  private SqliteJournal(
      DirectoryLock lock, SqliteFile file, long maxFileBytes, SqliteSession session) {
    this.lock = lock;
    this.file = file;
    this.maxFileBytes = maxFileBytes;
    this.session = session;
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
    try {
      file.prepare();
      return new SqliteJournal(lock, file, maxFileBytes, SqliteSession.open(file, maxFileBytes));
    } catch (SQLException | IOException e) {
      lock.close();
      throw file.unreadable(e);
    } catch (RuntimeException e) {
      lock.close();
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
    try (Statement statement = session.statement();
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
    try (Statement statement = session.statement()) {
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
    session.commit(batch);
  }

  @Override
  public void reopen(long acknowledged, Predicate<Row> live, long count)
      throws CommitFailedException {
    session.close();
    try {
      session = SqliteSession.open(file, maxFileBytes);
      session.beginAnew(acknowledged);
      AtomicLong found = new AtomicLong();
      replay(
          row -> {
            if (live.test(row)) {
              found.incrementAndGet();
            }
          });
      if (found.get() != count) {
        throw damaged(
            "lacks %d of %d entries whose writes were acknowledged"
                .formatted(count - found.get(), count));
      }
    } catch (SQLException e) {
      throw new CommitFailedException(
          "\"" + file.path() + "\": " + e.getMessage(), SqliteSession.aftermath(e), e);
    } catch (IOException | StoreException e) {
      throw new CommitFailedException(String.valueOf(e.getMessage()), Aftermath.BROKEN, e);
    }
  }

  @Override
  public boolean slack() {
    return session.slack();
  }

  @Override
  public boolean scarce() {
    return session.reserve().scarce();
  }

  @Override
  public boolean stillScarce() {
    if (scarce()) {
      session.reserve().renew();
    }
    return scarce();
  }

  @Override
  public StoreException damaged(String problem) {
    return file.damaged(problem, null);
  }

  @Override
  public void close() {
    try (lock) {
      session.close();
    }
  }
}
