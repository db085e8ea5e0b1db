package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counting what others fill. */
class DiskUsageTest {
  @TempDir Path directory;

  private final DiskUsageMeter meter = new DiskUsageMeter(Duration.ofSeconds(60));

  private Path file(String name, int kilobytes) throws IOException {
    return Files.write(directory.resolve(name), new byte[kilobytes << 10]);
  }

  @Test
  void filesCountWithWhatTheyTakeOnDisk() throws IOException {
    long empty = meter.of(directory).bytes();
    file("a", 64);
    Files.createDirectories(directory.resolve("b/c"));
    file("b/c/d", 16);
    Files.createLink(directory.resolve("again"), directory.resolve("a"));
    Files.createSymbolicLink(directory.resolve("elsewhere"), Path.of("/usr"));
    try (RandomAccessFile holes = new RandomAccessFile(file("holes", 0).toFile(), "rw")) {
      holes.setLength(1L << 40);
    }
    DiskUsage usage = new DiskUsageMeter(Duration.ofSeconds(60)).of(directory);
    assertThat(usage.inodes()).isEqualTo(7);
    assertThat(usage.bytes() - empty).isBetween(80L << 10, 100L << 10);
  }

  @Test
  void nothingIsNothing() {
    assertThat(meter.of(directory.resolve("missing"))).isEqualTo(DiskUsage.NONE);
  }

  @Test
  void otherMountsAreNotCounted() throws Exception {
    Path other = Files.createDirectory(directory.resolve("other"));
    Mounts.mount("tmpfs", other, "tmpfs", 0, "size=1m");
    try {
      Files.write(other.resolve("file"), new byte[512 << 10]);
      assertThat(meter.of(directory).bytes()).isLessThan(512 << 10);
    } finally {
      Mounts.unmount(other);
    }
  }

  @Test
  void nobodyHidesFilesInTheDeep() throws Exception {
    int deep = 5_000;
    try (Fd top = Fd.directory(directory)) {
      Fd at = top.openAt(".", OpenFlags.READ | OpenFlags.DIRECTORY, 0);
      for (int i = 0; i < deep; i++) {
        at.makeDirectoryAt("d", 0700);
        Fd below = at.openAt("d", OpenFlags.READ | OpenFlags.DIRECTORY, 0);
        at.close();
        at = below;
      }
      at.close();
      assertThat(meter.of(directory).bytes()).isEqualTo(DiskUsage.ENDLESS);
      DirectoryTrees.remove(top, "d");
    }
  }

  /** Whoever makes a directory slow to count makes nobody wait, and is counted all the same. */
  @Test
  void aHugeDirectoryMakesNobodyWait() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      file("file-" + i, 4);
    }
    DiskUsageMeter impatient = new DiskUsageMeter(Duration.ZERO);
    DiskUsage seen = impatient.of(directory);
    assertThat(seen.inodes()).isLessThan(3_001);
    while (seen.inodes() < 3_001) {
      seen = impatient.of(directory);
    }
    assertThat(seen.bytes()).isGreaterThanOrEqualTo(3_000L * 4096);
  }
}
