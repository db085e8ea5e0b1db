package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.SyscallException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody else fills the disk that the store is on. */
class FullDiskTest {
  /** More than the store takes at most: its reserves, a log of 32 MiB, and as much in its file. */
  private static final int DISK = 128 << 20;

  @TempDir Path temporary;

  private long hogged;
  private final Map<String, Long> acknowledged = new TreeMap<>();

  @BeforeEach
  void mount() throws Exception {
    run("mount", "-t", "tmpfs", "-o", "size=" + DISK, "tmpfs", temporary.toString());
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", temporary.toString());
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }

  private Path hog() {
    return temporary.resolve("hog");
  }

  /** Takes all space but so much. */
  private void fill(long left) throws IOException {
    if (room(left) < 0) {
      Files.deleteIfExists(hog());
      hogged = 0;
    }
    int flags = OpenFlags.CREATE | OpenFlags.READ_WRITE | OpenFlags.CLOSE_ON_EXEC;
    try (Fd hog = Fd.open(hog(), flags, 0600)) {
      for (long room = room(left); room > 0; room = room(left)) {
        hog.reserve(hogged, room > 2L << 20 ? room - (1L << 20) : 4096);
        hogged += room > 2L << 20 ? room - (1L << 20) : 4096;
      }
    } catch (SyscallException e) {
      // the store was faster, and has the rest
      assertThat(e.errno()).isEqualTo(Errno.ENOSPC);
    }
  }

  private long room(long left) {
    return temporary.toFile().getUsableSpace() - left;
  }

  private void free() throws IOException {
    assertThat(hogged).as("what deleting the hog frees").isGreaterThan(1 << 20);
    Files.delete(hog());
    hogged = 0;
  }

  private void write(Store<Text> store, String key, int size) {
    Entry<Text> before = store.snapshot().get(key);
    Entry<Text> entry =
        store.put(key, draft("x".repeat(size)), before == null ? 0 : before.revision());
    acknowledged.put(key, entry.revision());
  }

  private NoSpaceException refused(Store<Text> store, int size) {
    for (int i = 0; i < 10_000; i++) {
      try {
        write(store, "pods/large-" + i, size);
      } catch (NoSpaceException e) {
        return e;
      }
    }
    throw new AssertionError("the disk did not get full");
  }

  private void deleteAll(Store<Text> store, String prefix) {
    for (String key : List.copyOf(acknowledged.keySet())) {
      if (key.startsWith(prefix)) {
        store.delete(key, acknowledged.getOrDefault(key, 0L));
        acknowledged.remove(key);
      }
    }
  }

  private void seen(Store<Text> store) {
    acknowledged.forEach(
        (key, revision) ->
            assertThat(store.snapshot().get(key))
                .as(key)
                .extracting(Entry::revision)
                .isEqualTo(revision));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 8, 33, 1000})
  void writesFailWhileThereIsNoSpaceAndGoOnWhenThereIs(int pagesLeft) throws Exception {
    Path directory = temporary.resolve("data");
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      write(store, "pods/first", 100);
      for (int round = 0; round < 3; round++) {
        fill(4096L * pagesLeft);
        assertThat(refused(store, 60_000 + 5_000 * round))
            .hasMessageStartingWith("nothing was written: ");
        seen(store);
        free();
        write(store, "pods/after-" + round, 10);
        deleteAll(store, "pods/large-");
        store.compact(store.snapshot().revision());
      }
      seen(store);
    }
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      seen(store);
    }
  }

  /** What can be deleted is deleted, or nobody could end those who filled the disk. */
  @Test
  void deletionsAndSmallWritesHaveARoomOfTheirOwn() throws Exception {
    Path directory = temporary.resolve("data");
    int many = 300;
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      for (int i = 0; i < many; i++) {
        write(store, "pods/" + i, 1_000);
      }
      fill(0);
      for (int i = 0; i < many; i++) {
        write(store, "pods/" + i, 2_000);
        store.delete("pods/" + i, acknowledged.getOrDefault("pods/" + i, 0L));
      }
      assertThat(store.snapshot().count("pods/")).isZero();
    }
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      assertThat(store.snapshot().count("pods/")).isZero();
    }
  }

  /** Whoever fills the disk by a pod may write to the store, too. */
  @Test
  void whatIsLeftIsNotTakenByThoseWhoWriteMuch() throws Exception {
    Path directory = temporary.resolve("data");
    int rounds = 400;
    int size = 50_000;
    int refused = 0;
    try (Store<Text> store = EmbeddedStore.open(directory, QuotaTest.WEIGHED)) {
      write(store, "secrets/hostile", size);
      for (int i = 0; i < rounds; i++) {
        write(store, "pods/" + i, 1_000);
      }
      fill(0);
      for (int i = 0; i < rounds; i++) {
        write(store, "secrets/hostile", size);
        try {
          write(store, "secrets/hostile-" + i, size);
        } catch (NoSpaceException e) {
          refused++;
          assertThat(e)
              .hasMessage(
                  "nothing was written: \"secrets/hostile-%s\": the disk is full, and what is left"
                      + " is for deletions and small changes",
                  i);
        }
        write(store, "pods/" + i, 1_100);
        store.delete("pods/" + i, acknowledged.getOrDefault("pods/" + i, 0L));
        acknowledged.remove("pods/" + i);
      }
      assertThat(refused).isGreaterThan(rounds / 2);
      assertThat(store.snapshot().count("pods/")).isZero();
      seen(store);
      free();
      write(store, "secrets/new", size);
    }
    try (Store<Text> store = EmbeddedStore.open(directory, QuotaTest.WEIGHED)) {
      seen(store);
    }
  }

  /** SQLite's index of its log grows by a step of its own after so many pages. */
  @Test
  void writesGoOnAlsoIfTheIndexOfTheLogDidNotFit() throws Exception {
    Path directory = temporary.resolve("data");
    Path log = directory.resolve("store.db-wal");
    long step = 4062L * (SqliteFile.PAGE + 24);
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC);
        Connection reader = new SqliteFile(directory.resolve("store.db")).connect();
        Statement statement = reader.createStatement()) {
      write(store, "pods/first", 100);
      // whoever reads keeps the log from beginning anew
      statement.execute("BEGIN");
      statement.executeQuery("SELECT count(*) FROM history").close();
      while (Files.size(log) < step - 20L * SqliteFile.PAGE) {
        write(store, "pods/long", 10_000);
      }
      int indexFailures = 0;
      while (Files.size(log) < step + 2L * SqliteFile.PAGE) {
        // enough for the log, not for a step of its index
        fill(6 * 4096);
        try {
          write(store, "pods/short", 10);
        } catch (NoSpaceException e) {
          indexFailures += String.valueOf(e.getMessage()).contains("SHMSIZE") ? 1 : 0;
          seen(store);
          free();
          write(store, "pods/short", 10);
        }
        seen(store);
      }
      assertThat(indexFailures).isPositive();
      free();
      write(store, "pods/after", 10);
      statement.execute("COMMIT");
    }
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      seen(store);
    }
  }
}
