package dev.muster.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.linux.Fd;
import dev.muster.linux.Mounts;
import dev.muster.linux.SyscallException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever resolves ..data once sees one version whole; no path is ever missing or half-written. */
class AtomicReplacementTest {
  private static final Duration GRACE = Duration.ofSeconds(10);

  @TempDir Path dir;

  @Test
  void readersSeeWholeVersionsWhileTheyAreReplaced() throws Exception {
    try (Fd root = Fd.directory(dir)) {
      AtomicDirectory writer = NumberedVersions.writer(root);
      writer.write(NumberedVersions.payload(0));
      AtomicBoolean end = new AtomicBoolean();
      AtomicLong reads = new AtomicLong();
      ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        readers.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      while (!end.get()) {
                        try {
                          NumberedVersions.check(dir);
                          reads.incrementAndGet();
                        } catch (IOException | AssertionError e) {
                          wrong.add(e.toString());
                        }
                      }
                    }));
      }
      for (int n = 1; n <= 300 || reads.get() < 200; n++) {
        writer.write(NumberedVersions.payload(n));
      }
      end.set(true);
      for (Thread reader : readers) {
        reader.join();
      }
      assertThat(wrong).isEmpty();
    }
  }

  @Test
  void whatIsUnchangedIsNotWrittenAgain() throws Exception {
    try (Fd root = Fd.directory(dir)) {
      AtomicDirectory writer = NumberedVersions.writer(root);
      assertThat(writer.write(NumberedVersions.payload(1))).isTrue();
      String version = root.readLinkAt("..data");
      assertThat(writer.write(NumberedVersions.payload(1))).isFalse();
      assertThat(root.readLinkAt("..data")).isEqualTo(version);
      assertThat(writer.write(NumberedVersions.payload(2))).isTrue();
      assertThat(root.readLinkAt("..data")).isNotEqualTo(version);
    }
  }

  @Test
  void whatSomeoneChangedByHandIsPutRight() throws Exception {
    try (Fd root = Fd.directory(dir)) {
      AtomicDirectory writer = NumberedVersions.writer(root);
      writer.write(NumberedVersions.payload(1));
      Files.setAttribute(dir.resolve("..data/sub/dir/file-0"), "unix:mode", 0666);
      assertThat(writer.write(NumberedVersions.payload(1))).isTrue();
      Files.writeString(dir.resolve("..data/extra"), "");
      assertThat(writer.write(NumberedVersions.payload(1))).isTrue();
      assertThat(dir.resolve("..data/extra")).doesNotExist();
      Files.delete(dir.resolve("sub"));
      writer.write(NumberedVersions.payload(1));
      NumberedVersions.check(dir);
    }
  }

  @Test
  void pathsThatAreNoLongerWantedGoAway() throws Exception {
    try (Fd root = Fd.directory(dir)) {
      AtomicDirectory writer = NumberedVersions.writer(root);
      writer.write(files("a", "b/c", "b/d"));
      writer.write(files("b/d", "e"));
      assertThat(dir.resolve("a")).doesNotExist();
      assertThat(Files.isSymbolicLink(dir.resolve("a"))).isFalse();
      assertThat(dir.resolve("b/c")).doesNotExist();
      assertThat(dir.resolve("b/d")).exists();
      assertThat(dir.resolve("e")).exists();
      writer.write(files("b"));
      assertThat(dir.resolve("b")).isRegularFile();
    }
  }

  @Test
  void aReplacedVersionStaysForAWhileAndThenGoes() throws Exception {
    AtomicLong ahead = new AtomicLong();
    try (Fd root = Fd.directory(dir)) {
      AtomicDirectory writer =
          new AtomicDirectory(root, NumberedVersions.OWNED, shifted(ahead), GRACE);
      writer.write(files("a"));
      Path first = dir.toRealPath().resolve(root.readLinkAt("..data"));
      writer.write(files("b"));
      assertThat(first.resolve("a")).exists();
      ahead.set(GRACE.toSeconds() + 1);
      writer.sweep();
      assertThat(first).doesNotExist();
      assertThat(dir.resolve("b")).exists();
    }
  }

  @Test
  void aClockThatJumpsBackKeepsABoundedNumberOfVersions() throws Exception {
    AtomicLong ahead = new AtomicLong();
    try (Fd root = Fd.directory(dir)) {
      AtomicDirectory writer =
          new AtomicDirectory(root, NumberedVersions.OWNED, shifted(ahead), GRACE);
      for (int i = 0; i < 50; i++) {
        ahead.addAndGet(-Duration.ofDays(1).toSeconds());
        writer.write(files("f" + i));
      }
      assertThat(dir.resolve("f49")).exists();
      assertThat(dir.toFile().list()).hasSizeLessThan(40);
    }
  }

  @Test
  void aFullDiskLeavesTheOldVersionInPlace() throws Exception {
    Mounts.mount("tmpfs", dir, "tmpfs", 0, "size=128k");
    try (Fd root = Fd.directory(dir)) {
      AtomicDirectory writer = NumberedVersions.writer(root);
      writer.write(files("a"));
      SortedMap<String, PayloadFile> big = files("b", "c");
      big.put("big", file(Content.of(new byte[200 * 1024])));
      String[] before = dir.toFile().list();
      assertThatThrownBy(() -> writer.write(big))
          .isInstanceOf(SyscallException.class)
          .hasMessage("write: no space left on device");
      assertThat(dir.resolve("a")).hasContent("a");
      assertThat(dir.toFile().list()).containsExactlyInAnyOrder(before);
      big.put("big", file(Content.of(new byte[10])));
      writer.write(big);
      assertThat(dir.resolve("b")).hasContent("b");
    } finally {
      Mounts.detach(dir);
    }
  }

  @Test
  void replacedVersionsGiveWayWhenTheDiskIsFull() throws Exception {
    Mounts.mount("tmpfs", dir, "tmpfs", 0, "size=128k");
    try (Fd root = Fd.directory(dir)) {
      AtomicDirectory writer = NumberedVersions.writer(root);
      for (int i = 0; i < 10; i++) {
        SortedMap<String, PayloadFile> files = files("n" + i);
        files.put("big", file(Content.of(new byte[50 * 1024])));
        writer.write(files);
        assertThat(dir.resolve("n" + i)).exists();
      }
    } finally {
      Mounts.detach(dir);
    }
  }

  private static Clock shifted(AtomicLong seconds) {
    return new Clock() {
      @Override
      public ZoneOffset getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return Instant.now().plusSeconds(seconds.get());
      }
    };
  }

  private static SortedMap<String, PayloadFile> files(String... names) {
    SortedMap<String, PayloadFile> files = new TreeMap<>();
    for (String name : names) {
      files.put(name, file(Content.of(name)));
    }
    return files;
  }

  private static PayloadFile file(Content content) {
    return new PayloadFile(content, 0644, 0, 0);
  }
}
