package dev.muster.node.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    return read(LOG, timestamps, tail, limit, since);
  }

  private String read(
      String log, boolean timestamps, long tail, long limit, Optional<Instant> since)
      throws Exception {
    Path file = Files.writeString(directory.resolve("0.log"), log);
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

  /** Runtimes cut long lines into parts, of which the last may be empty. */
  @Test
  void partsAreOneLineForTheEndAndForTimes() throws Exception {
    String log =
        """
        2026-01-01T00:00:00.000000001Z stdout F one
        2026-01-01T00:00:01.000000001Z stdout P tw
        2026-01-01T00:00:01.000000002Z stdout P o
        2026-01-01T00:00:01.000000003Z stdout F\s
        """;
    assertThat(read(log, false, 1, -1, Optional.empty())).isEqualTo("two\n");
    assertThat(read(log, true, 1, -1, Optional.empty()))
        .isEqualTo("2026-01-01T00:00:01.000000001Z two\n");
    assertThat(read(log, false, 2, -1, Optional.empty())).isEqualTo("one\ntwo\n");
    assertThat(read(log, false, 9, -1, Optional.empty())).isEqualTo("one\ntwo\n");
  }

  @Test
  void theEndIsThatOfTheMomentOfTheQuestion() throws Exception {
    Path file = Files.writeString(directory.resolve("0.log"), LOG);
    StringBuilder written = new StringBuilder();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int one) {
            throw new UnsupportedOperationException();
          }

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            written.append(new String(bytes, from, length, StandardCharsets.UTF_8));
            Files.writeString(
                file, "2026-01-01T00:00:03Z stdout F later\n", StandardOpenOption.APPEND);
          }
        };
    LogReader.copy(
        file,
        new LogOptions(false, false, OptionalLong.of(1), OptionalLong.empty(), Optional.empty()),
        () -> true,
        out);
    assertThat(written).hasToString("three\n");
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
