package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is not as it was left is reported with its path and the way out, and not touched. */
class DamagedFileTest {
  private static final String WAY_OUT =
      "; it was left as it is: restore it from a backup, or move it (and its -wal file) away to"
          + " start with an empty store";

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void write() {
    file = directory.resolve("store.db");
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      for (int i = 0; i < 60; i++) {
        store.put("pods/a/" + i, draft("needle-" + i + "-" + "x".repeat(2_000)), 0);
      }
    }
  }

  @Test
  void anEmptyFile() throws Exception {
    Files.write(file, new byte[0]);
    assertReported("is damaged or not a store: it does not begin as an SQLite file does" + WAY_OUT);
  }

  @Test
  void aFileOfAnotherKind() throws Exception {
    Files.writeString(file, "apiVersion: v1\n".repeat(100));
    assertReported("is damaged or not a store: it does not begin as an SQLite file does" + WAY_OUT);
  }

  @Test
  void anotherProgramsDatabase() throws Exception {
    Files.delete(file);
    sql("CREATE TABLE notes(text)");
    assertReported("is another program's SQLite file" + WAY_OUT);
  }

  @Test
  void aFileOfALaterFormat() throws Exception {
    sql("PRAGMA user_version=2");
    assertReported("has format 2, this version reads format 1" + WAY_OUT);
  }

  @Test
  void aFileCutShort() throws Exception {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(access.length() / 2);
    }
    assertReported("is damaged: ");
  }

  @Test
  void aPageOverwrittenWithZeros() throws Exception {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.seek(access.length() / 2 / SqliteFile.PAGE * SqliteFile.PAGE);
      access.write(new byte[SqliteFile.PAGE]);
    }
    assertReported("is damaged: ");
  }

  @Test
  void aSingleByteThatChangedInsideAValue() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("needle-37-");
    bytes[at + 20] ^= 1;
    Files.write(file, bytes);
    assertReported("is damaged: the checksum of revision 39 is wrong" + WAY_OUT);
  }

  @Test
  void aRevisionThatIsMissing() throws Exception {
    sql("DELETE FROM history WHERE revision=30");
    assertReported("lacks the revisions between 29 and 31" + WAY_OUT);
  }

  @Test
  void aLogWithoutItsMainFile() throws Exception {
    Files.move(file, directory.resolve("store.db-wal"));
    assertThatExceptionOfType(DamagedStoreException.class)
        .isThrownBy(() -> EmbeddedStore.open(directory, Text.CODEC))
        .withMessage(
            "\"" + file + "\" is missing, but its log \"store.db-wal\" is there" + WAY_OUT);
    assertThat(file).doesNotExist();
  }

  @Test
  void aValueThatItsCodecCannotRead() {
    Codec<Text> picky =
        (key, bytes, revision) -> {
          if (revision == 50) {
            throw new IllegalArgumentException("no");
          }
          return new Text("", revision);
        };
    assertThatExceptionOfType(DamagedStoreException.class)
        .isThrownBy(() -> EmbeddedStore.open(directory, picky))
        .withMessageContaining("holds a value that cannot be read: \"pods/a/48\" at revision 50");
    EmbeddedStore.open(directory, Text.CODEC).close();
  }

  @Test
  void aHalfMadeFileOfAnInterruptedFirstStartDoesNotCount() throws Exception {
    Files.delete(file);
    Files.writeString(directory.resolve("store.db.new"), "SQLite for");
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      assertThat(store.snapshot().revision()).isEqualTo(1);
    }
  }

  private void assertReported(String problem) throws Exception {
    byte[] before = Files.readAllBytes(file);
    assertThatExceptionOfType(DamagedStoreException.class)
        .isThrownBy(() -> EmbeddedStore.open(directory, Text.CODEC))
        .withMessageStartingWith("\"" + file + "\" " + problem)
        .withMessageEndingWith(WAY_OUT);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  private void sql(String statement) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement run = connection.createStatement()) {
      run.execute(statement);
    }
  }
}
