package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A killed process cannot show what a power failure would: these settings answer for that. */
class SqliteFileTest {
  @TempDir Path directory;
  private SqliteFile file;

  @BeforeEach
  void create() {
    file = new SqliteFile(directory.resolve("store.db"));
    file.prepare();
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "journal_mode, wal",
    "synchronous, 2",
    "wal_autocheckpoint, 0",
    "auto_vacuum, 2",
    "page_size, 8192",
    "user_version, 1",
  })
  void everyConnectionSyncsEachCommitAndLeavesTheLogToTheCheckpointer(String name, String value)
      throws Exception {
    try (Connection connection = file.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA " + name)) {
      assertThat(row.getString(1)).isEqualTo(value);
    }
  }

  @Test
  void preparingAFileThatIsThereLeavesItAlone() throws Exception {
    try (Connection connection = file.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE compaction SET revision=7");
    }
    file.prepare();
    try (Connection connection = file.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT revision FROM compaction")) {
      assertThat(row.getLong(1)).isEqualTo(7);
    }
  }
}
