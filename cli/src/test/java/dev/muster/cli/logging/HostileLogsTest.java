package dev.muster.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.ServiceLoader;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.SLF4JServiceProvider;

/** Whatever text reaches a log: it begins no line of its own, and moves nobody's cursor. */
class HostileLogsTest {
  private static final OffsetDateTime AT = OffsetDateTime.parse("2026-05-01T10:00:00.123Z");
  private static final String START = "2026-05-01T10:00:00.123+00:00 ERROR Handler - ";

  private static String line(String message) {
    return LogLine.of(AT, Level.ERROR, "Handler", message, null);
  }

  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "'a\nb', a\\nb",
    "'a\r\nb', a\\r\\nb",
    "'\t', \\t",
    "'\u001b[2J', \\u001b[2J",
    "'\u0007', \\u0007",
    "'\u007f', \\u007f",
    "'\u0085', \\u0085",
    "'\u009b1A', \\u009b1A",
    "'\u2028', \\u2028",
    "'\u202e', \\u202e",
    "'\u2066', \\u2066",
    "'\ufeff', \\ufeff",
    "'\ud83d', \\ud83d",
    "'\ud83d\ude00', \ud83d\ude00",
    "gr\u00fc\u00dfe, gr\u00fc\u00dfe",
  })
  void isEscaped(String message, String written) {
    assertThat(line(message)).isEqualTo(START + written);
  }

  @Test
  void isCut() {
    String text = "x".repeat(LogLine.LONGEST_MESSAGE);
    assertThat(line(text)).isEqualTo(START + text);
    assertThat(line(text + "yz")).isEqualTo(START + text + "... (2 more)");
  }

  @Property
  void isOneLineWhateverItIs(@ForAll String message, @ForAll String fault) {
    assertThat(line(message).chars()).noneMatch(HostileLogsTest::endsLine);
    Exception cause = new IllegalArgumentException(message);
    cause.setStackTrace(new StackTraceElement[0]);
    Exception thrown = new IllegalStateException(fault, cause);
    thrown.setStackTrace(new StackTraceElement[0]);
    List<String> lines = LogLine.of(AT, Level.ERROR, "Handler", message, thrown).lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).startsWith("\tjava.lang.IllegalStateException");
    assertThat(lines.get(2)).startsWith("\tcaused by: java.lang.IllegalArgumentException");
  }

  private static boolean endsLine(int c) {
    return c < ' ' || c >= 0x7f && c < 0xa0 || c == 0x2028 || c == 0x2029;
  }

  @Test
  void isLimitedInAnExceptionThatIsEndless() {
    Exception deep = new IllegalStateException("0".repeat(100_000));
    deep.setStackTrace(
        java.util.stream.IntStream.range(0, 1024)
            .mapToObj(i -> new StackTraceElement("C", "m", "C.java", i))
            .toArray(StackTraceElement[]::new));
    Exception thrown = deep;
    for (int i = 0; i < 100; i++) {
      thrown = new IllegalStateException("cause " + i, thrown);
      thrown.setStackTrace(deep.getStackTrace());
    }
    Exception first = new IllegalStateException("first");
    Exception second = new IllegalStateException("second", first);
    first.initCause(second);
    assertThat(LogLine.of(AT, Level.ERROR, "Handler", "m", thrown).length()).isLessThan(32 * 1024);
    assertThat(LogLine.of(AT, Level.ERROR, "Handler", "m", first)).contains("caused by", "second");
  }

  @Test
  void passesByTheOnlyBackendThereIs() {
    assertThat(ServiceLoader.load(SLF4JServiceProvider.class).stream().map(p -> p.type().getName()))
        .containsExactly(LogProvider.class.getName());
  }

  @Test
  void isWrittenWithItsArguments() {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Logger logger =
        new LineLogger(
            "dev.muster.x.Handler",
            Level.INFO,
            () -> new PrintStream(written, true, StandardCharsets.UTF_8));
    logger.debug("not {}", "this");
    logger.error("path={}", "/a\n2026-05-01 ERROR forged", new IllegalStateException("b\u001b"));
    List<String> lines = written.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.get(0)).endsWith(" ERROR Handler - path=/a\\n2026-05-01 ERROR forged");
    assertThat(lines.get(1)).isEqualTo("\tjava.lang.IllegalStateException: b\\u001b");
    assertThat(lines.get(2)).startsWith("\t\tat dev.muster.cli.logging.HostileLogsTest");
  }

  @Test
  void tellsLessOfLibraries() {
    assertThat(LogProvider.level("dev.muster.x.Y")).isEqualTo(Level.INFO);
    assertThat(LogProvider.level("org.eclipse.jetty.io.X")).isEqualTo(Level.WARN);
    assertThat(LogProvider.level("io.netty.X")).isEqualTo(Level.ERROR);
  }
}
