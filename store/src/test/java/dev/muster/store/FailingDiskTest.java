package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.SyscallException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kernel says that what was written did not reach the disk: a file system with room enough, in
 * a file for which there is none.
 */
class FailingDiskTest {
  @TempDir Path temporary;

  private final Map<String, Long> acknowledged = new TreeMap<>();

  @BeforeEach
  void mount() throws Exception {
    run("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", temporary.toString());
    run("truncate", "--size=512m", image().toString());
    run("mkfs.ext4", "-q", "-O", "^has_journal", image().toString());
    Files.createDirectory(disk());
    mountDisk();
  }

  private void mountDisk() throws Exception {
    run("mount", "-o", "loop,discard", image().toString(), disk().toString());
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", disk().toString());
    run("umount", temporary.toString());
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }

  private Path image() {
    return temporary.resolve("image");
  }

  private Path disk() {
    return temporary.resolve("disk");
  }

  private Path hog() {
    return temporary.resolve("hog");
  }

  /** Takes what the device would need. */
  private void breakDisk() throws IOException {
    int flags = OpenFlags.CREATE | OpenFlags.READ_WRITE | OpenFlags.CLOSE_ON_EXEC;
    try (Fd hog = Fd.open(hog(), flags, 0600)) {
      for (long at = 0; ; at += 4096) {
        hog.reserve(at, 4096);
      }
    } catch (SyscallException e) {
      assertThat(e).hasMessage("fallocate: no space left on device");
    }
  }

  private void write(Store<Text> store, String key, int size) {
    Entry<Text> before = store.snapshot().get(key);
    Entry<Text> entry =
        store.put(key, draft("x".repeat(size)), before == null ? 0 : before.revision());
    acknowledged.put(key, entry.revision());
  }

  private StoreException failure(Store<Text> store) {
    for (int i = 0; i < 3_000; i++) {
      try {
        write(store, "pods/" + i % 100, 60_000);
      } catch (StoreException e) {
        return e;
      }
    }
    throw new AssertionError("the disk did not fail");
  }

  private void seen(Store<Text> store) {
    assertThat(store.snapshot().count("pods/")).isEqualTo(acknowledged.size());
    acknowledged.forEach(
        (key, revision) ->
            assertThat(store.snapshot().get(key))
                .as(key)
                .extracting(Entry::revision)
                .isEqualTo(revision));
  }

  @Test
  void theStoreGoesOnByItselfWhenTheDiskDoes() throws Exception {
    Path directory = disk().resolve("data");
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      write(store, "pods/first", 100);
      for (int round = 0; round < 3; round++) {
        breakDisk();
        assertThat(failure(store)).hasMessageContaining("SQLITE_IOERR");
        seen(store);
        Files.delete(hog());
        write(store, "pods/after-" + round, 10);
        seen(store);
        store.compact(store.snapshot().revision());
      }
    }
    // what only the kernel's memory held is gone with this
    run("umount", disk().toString());
    mountDisk();
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      seen(store);
    }
  }
}
