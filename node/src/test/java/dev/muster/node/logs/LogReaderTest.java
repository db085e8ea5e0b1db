package dev.muster.node.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReaderTest {
  private static final String LOG =
      """
      2026-01-01T00:00:00.000000001Z stdout F one
      2026-01-01T00:00:01.000000001Z stderr P tw
      2026-01-01T00:00:01.000000002Z stderr F o
      not a line of a log
      2026-01-01T00:00:02.000000001Z stdout F three
      """;

  @TempDir Path directory;

  private String read(boolean timestamps, long tail, long limit, Optional<Instant> since)
      throws Exception {
    Path file = Files.writeString(directory.resolve("0.log"), LOG);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LogReader.copy(
        file,
        new LogOptions(
            false,
            timestamps,
            tail < 0 ? OptionalLong.empty() : OptionalLong.of(tail),
            limit < 0 ? OptionalLong.empty() : OptionalLong.of(limit),
            since),
        () -> true,
        out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void partsOfALineAreJoinedAndRubbishIsLeftOut() throws Exception {
    assertThat(read(false, -1, -1, Optional.empty())).isEqualTo("one\ntwo\nthree\n");
  }

  @Test
  void theEndOnly() throws Exception {
    assertThat(read(false, 1, -1, Optional.empty())).isEqualTo("three\n");
    assertThat(read(false, 0, -1, Optional.empty())).isEmpty();
  }

  @Test
  void sinceALimitAndWithTimes() throws Exception {
    assertThat(read(false, -1, -1, Optional.of(Instant.parse("2026-01-01T00:00:01Z"))))
        .isEqualTo("two\nthree\n");
    assertThat(read(false, -1, 5, Optional.empty())).isEqualTo("one\nt");
    assertThat(read(true, 1, -1, Optional.empty()))
        .isEqualTo("2026-01-01T00:00:02.000000001Z three\n");
  }
}
