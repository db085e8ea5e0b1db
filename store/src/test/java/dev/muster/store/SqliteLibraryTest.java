package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteLibraryTest {
  @Test
  void theLibraryIsPutUnderTheNameTheDriverLooksFor(@TempDir Path directory) throws Exception {
    SqliteLibrary.unpackInto(directory.resolve("native"));
    assertThat(directory.resolve("native").resolve(System.mapLibraryName("sqlitejdbc")))
        .isRegularFile()
        .isNotEmptyFile();
  }
}
