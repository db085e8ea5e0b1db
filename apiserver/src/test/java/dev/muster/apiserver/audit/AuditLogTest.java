package dev.muster.apiserver.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  private static final Instant NOW = Instant.parse("2026-01-31T09:30:00Z");

  private final AtomicInteger written = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AuditCounts counts =
      new AuditCounts() {
        @Override
        public void written() {
          written.incrementAndGet();
        }

        @Override
        public void lost() {
          lost.incrementAndGet();
        }
      };

  @TempDir private Path directory;

  private static AuditEvent event(String id) {
    return event(id, AuditBodies.NONE);
  }

  private static AuditEvent event(String id, AuditBodies bodies) {
    return new AuditEvent(
        AuditLevel.REQUEST,
        id,
        AuditStage.RESPONSE_COMPLETE,
        "/api/v1/pods",
        RequestInfo.of("GET", "/api/v1/pods", Query.parse("")),
        ObjectReference.UNKNOWN,
        User.of("alice"),
        null,
        "127.0.0.1",
        "",
        200,
        null,
        true,
        bodies,
        NOW,
        NOW,
        Map.of());
  }

  /** Lets lines through one by one. */
  private static final class Gate implements AuditSink {
    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private final List<byte[]> lines = new ArrayList<>();

    @Override
    public void write(byte[] line) {
      began.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      lines.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void aFullQueueLosesEventsAndCountsThemButNeverWaits() throws InterruptedException {
    Gate disk = new Gate();
    try (AuditLog log = new AuditLog(disk, 2, 1 << 20, counts)) {
      log.add(event("being written"));
      disk.began.await();
      for (int i = 0; i < 5; i++) {
        log.add(event("e" + i));
      }
      assertThat(lost).hasValue(3);
      disk.open.countDown();
    }
    assertThat(written).hasValue(3);
    assertThat(disk.lines).hasSize(3);
  }

  private static AuditBodies bodies(int bytes) {
    byte[] json = ("\"" + "x".repeat(bytes - 2) + "\"").getBytes(StandardCharsets.UTF_8);
    return new AuditBodies(json, new byte[0]);
  }

  @Test
  void bodiesThatFindNoRoomAreLeftOutAndTheEventIsKept() throws InterruptedException {
    Gate disk = new Gate();
    try (AuditLog log = new AuditLog(disk, 100, Long.MAX_VALUE, counts)) {
      log.add(event("being written"));
      disk.began.await();
      AuditBodies large = bodies(3 << 20);
      for (int i = 0; i < 12; i++) {
        log.add(event("e" + i, large));
      }
      disk.open.countDown();
    }
    assertThat(lost).hasValue(0);
    assertThat(disk.lines.stream().filter(line -> line.length > 1 << 20)).hasSize(10);
    assertThat(disk.lines)
        .filteredOn(
            line -> new String(line, StandardCharsets.UTF_8).contains("audit.k8s.io/truncated"))
        .hasSize(2);
  }

  @Test
  void anEventAboveTheLimitIsWrittenWithoutItsBodies() {
    Gate disk = new Gate();
    disk.open.countDown();
    try (AuditLog log = new AuditLog(disk, 10, 2000, counts)) {
      log.add(event("small", bodies(1000)));
      log.add(event("large", bodies(2000)));
    }
    assertThat(disk.lines)
        .extracting(line -> new String(line, StandardCharsets.UTF_8))
        .satisfiesExactly(
            small ->
                assertThat(small).contains("\"requestObject\":\"xxx").doesNotContain("truncated"),
            large ->
                assertThat(large)
                    .contains("\"audit.k8s.io/truncated\":\"true\"")
                    .doesNotContain("requestObject"));
  }

  @Test
  void aSinkThatFailsLosesItsEventsAndGoesOn() {
    AuditSink broken =
        new AuditSink() {
          @Override
          public void write(byte[] line) throws IOException {
            throw new IOException("no space left on device");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    try (AuditLog log = new AuditLog(broken, 10, 1 << 20, counts)) {
      log.add(event("a"));
      log.add(event("b"));
    }
    assertThat(lost).hasValue(2);
    assertThat(written).hasValue(0);
  }

  @Test
  void aFullFileIsPutAsideAndTheOldestGo() throws IOException {
    Path file = directory.resolve("audit.log");
    Files.writeString(directory.resolve("audit-2020-01-01T00-00-00.000.log"), "old");
    Files.writeString(directory.resolve("audit-notes.log"), "not ours");
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    try (RotatingFile sink =
        new RotatingFile(file, new AuditLogOptions(10, 2, 30, 1 << 20), clock)) {
      for (int i = 0; i < 5; i++) {
        sink.write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(names())
        .containsExactly(
            "audit-2026-01-31T09-30-00.002.log",
            "audit-2026-01-31T09-30-00.003.log",
            "audit-notes.log",
            "audit.log");
    assertThat(file).hasContent("line 4");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
