package dev.muster.node.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogRotationTest {
  private static final long LONGEST = 100;

  private static final String ENTRY = "2026-01-01T00:00:00.000000001Z stdout F ";

  @TempDir Path directory;

  private final AtomicLong seconds = new AtomicLong(1_767_225_600);

  private Path log() {
    return directory.resolve("0.log");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  private Instant tick() {
    return Instant.ofEpochSecond(seconds.getAndIncrement());
  }

  private void setAside(int most) throws IOException {
    LogFiles files = new LogFiles(log());
    files.makeRoom(most);
    Path aside = files.aside(tick());
    Files.move(log(), aside);
    files.compressAllBut(aside, LONGEST);
  }

  @Test
  void oneThatOutgrewItsLimitIsNotCompressed() throws Exception {
    Files.writeString(log(), "x".repeat((int) LONGEST + 1));
    setAside(5);
    Files.writeString(log(), "short");
    setAside(5);
    assertThat(names()).hasSize(1);
  }

  @Test
  void theOldestGoAndTheLatestButOneIsCompressed() throws Exception {
    for (int i = 0; i < 8; i++) {
      Files.writeString(log(), "log " + i);
      setAside(5);
      Files.writeString(log(), "");
      assertThat(names()).hasSizeLessThanOrEqualTo(5);
    }
    List<String> left = names();
    assertThat(left).hasSize(5);
    assertThat(left.getFirst()).isEqualTo("0.log");
    assertThat(left.subList(1, 4)).allMatch(name -> name.matches("0\\.log\\.\\d{8}-\\d{6}\\.gz"));
    assertThat(left.getLast()).matches("0\\.log\\.\\d{8}-\\d{6}");
    try (InputStream in =
        new GZIPInputStream(Files.newInputStream(directory.resolve(left.get(1))))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("log 4");
    }
    new LogFiles(log()).clean();
    assertThat(names()).isEmpty();
  }

  @Test
  void whatBrokeOffIsClearedAway() throws Exception {
    for (String name :
        List.of(
            "0.log.20260101-000000",
            "0.log.20260101-000000.gz",
            "0.log.20260101-000001.tmp",
            "1.log.20260101-000001")) {
      Files.writeString(directory.resolve(name), "x");
    }
    new LogFiles(log()).makeRoom(5);
    assertThat(names()).containsExactly("0.log.20260101-000000.gz", "1.log.20260101-000001");
  }

  /** A runtime that writes into whatever it has open. */
  @Test
  void aLogIsSetAsideWhileItIsWrittenToAndOneThatCannotBeStays() throws Exception {
    Files.writeString(log(), "x".repeat(100));
    SynchronousQueue<String> asked = new SynchronousQueue<>();
    AtomicBoolean works = new AtomicBoolean();
    try (LogRotation rotation =
        LogRotation.start(
            new LogLimits(OptionalLong.of(100), 2),
            () -> Map.of("c1", log()),
            container -> {
              boolean now = works.get();
              if (now) {
                Files.createFile(log());
              }
              try {
                asked.offer(container, 30, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              if (!now) {
                throw new IOException("not now");
              }
            },
            this::tick)) {
      assertThat(rotation).isNotNull();
      assertThat(asked.take()).isEqualTo("c1");
      works.set(true);
      assertThat(asked.take()).isEqualTo("c1");
    }
    assertThat(names()).hasSize(2);
    assertThat(log()).isEmptyFile();
    assertThat(directory.resolve(names().getLast())).hasSize(100);
  }

  @Test
  void aFollowerReadsOnInTheNewLog() throws Exception {
    Files.writeString(log(), ENTRY + "one\n");
    SynchronousQueue<String> lines = new SynchronousQueue<>();
    AtomicBoolean ended = new AtomicBoolean();
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] b, int off, int len) {
            try {
              lines.put(new String(b, off, len, StandardCharsets.UTF_8));
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    LogOptions follow =
        new LogOptions(true, false, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    LogReader.copy(log(), follow, ended::get, out);
                  } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    assertThat(lines.take()).isEqualTo("one\n");
    // longer than the one before, and its last entry comes late
    Path aside = new LogFiles(log()).aside(tick());
    Files.move(log(), aside);
    Files.writeString(log(), (ENTRY + "three\n").repeat(3));
    Files.writeString(aside, ENTRY + "two\n", StandardOpenOption.APPEND);
    assertThat(lines.take()).isEqualTo("two\n");
    for (int i = 0; i < 3; i++) {
      assertThat(lines.take()).isEqualTo("three\n");
    }
    ended.set(true);
    reader.join();
  }
}
