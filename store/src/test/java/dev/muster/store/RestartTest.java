package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.muster.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store on disk remembers. */
class RestartTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path directory;

  @Test
  void entriesHistoryAndRevisionSurvive() throws Exception {
    List<Event<Text>> before;
    try (Store<Text> store = open()) {
      store.put("pods/a/x", draft("1"), 0);
      store.put("pods/a/y", draft("2"), 0);
      store.put("pods/a/x", draft("3"), 2);
      store.delete("pods/a/y", 3);
      before = events(store, 1, 4);
    }
    try (Store<Text> store = open()) {
      assertThat(store.snapshot().revision()).isEqualTo(5);
      assertThat(store.snapshot().get("pods/a/x"))
          .isEqualTo(new Entry<>("pods/a/x", new Text("3", 4), 2, 4));
      assertThat(store.snapshot(3).count("pods/")).isEqualTo(2);
      assertThat(events(store, 1, 4)).isEqualTo(before);
      assertThat(store.put("pods/a/z", draft("4"), 0).revision()).isEqualTo(6);
    }
  }

  @Test
  void compactionSurvivesAndDoesNotGiveRevisionsAgain() throws Exception {
    try (Store<Text> store = open()) {
      store.put("pods/a/x", draft("1"), 0);
      store.put("pods/a/y", draft("2"), 0);
      store.delete("pods/a/y", 3);
      store.compact(4);
    }
    try (Store<Text> store = open()) {
      assertThat(store.snapshot().revision()).isEqualTo(4);
      assertThat(store.snapshot().count("")).isEqualTo(1);
      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> store.watch("pods/", 3));
      Entry<Text> before = store.snapshot().get("pods/a/x");
      Entry<Text> after = store.put("pods/a/x", draft("3"), 2);
      assertThat(after.revision()).isEqualTo(5);
      assertThat(events(store, 4, 1)).containsExactly(new Event<>(5, "pods/a/x", before, after));
    }
  }

  @Test
  void oddKeysAndValuesComeBackAsTheyWere() {
    List<String> keys = List.of("a", "a/ü/日本/😀", "a/ ", "a/\"'%_\\", "a/\u0000b", "a/\n");
    try (Store<Text> store = open()) {
      keys.forEach(key -> store.put(key, draft(key + "="), 0));
      store.put("empty", draft(""), 0);
    }
    try (Store<Text> store = open()) {
      assertThat(keys)
          .allSatisfy(
              key ->
                  assertThat(store.snapshot().get(key))
                      .extracting(entry -> entry.value().text())
                      .isEqualTo(key + "="));
      assertThat(store.snapshot().get("empty")).extracting(e -> e.value().text()).isEqualTo("");
    }
  }

  @Test
  void aLogThatAKilledProcessLeftIsBroughtHomeWithTheNextWrites() throws Exception {
    Path killed = Files.createDirectory(directory.resolve("killed"));
    try (Store<Text> store = open()) {
      fill(store, "first", 6 << 20);
      for (String name : List.of("store.db", "store.db-wal")) {
        Files.copy(directory.resolve(name), killed.resolve(name));
      }
    }
    Path file = killed.resolve("store.db");
    assertThat(Files.size(file)).as("what had been brought home").isLessThan(1 << 20);
    try (Store<Text> store = EmbeddedStore.open(killed, Text.CODEC)) {
      fill(store, "second", 3 << 20);
      Await.until("the main file has grown", () -> Files.size(file) > 6 << 20);
    }
  }

  private static void fill(Store<Text> store, String name, int bytes) {
    String large = "x".repeat(1 << 16);
    for (int i = 0; i < bytes >> 16; i++) {
      store.put("pods/a/" + name + i, draft(large), 0);
    }
  }

  @Test
  void filesAreForTheOwnerOnly() throws Exception {
    try (Store<Text> store = open()) {
      store.put("pods/a/x", draft("1"), 0);
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files)
            .hasSizeGreaterThan(2)
            .allSatisfy(
                file ->
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------"));
      }
    }
  }

  @Test
  void aSecondStoreOnTheSameDirectoryIsRefusedUntilTheFirstIsClosed() {
    try (Store<Text> store = open()) {
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(this::open)
          .withMessageContaining("is in use by another process");
      assertThat(store.put("pods/a/x", draft("1"), 0).revision()).isEqualTo(2);
    }
    open().close();
  }

  private Store<Text> open() {
    return EmbeddedStore.open(directory, Text.CODEC);
  }

  private static List<Event<Text>> events(Store<Text> store, long after, int count)
      throws InterruptedException {
    List<Event<Text>> events = new ArrayList<>();
    try (Watch<Text> watch = store.watch("pods/", after)) {
      while (events.size() < count) {
        events.addAll(watch.poll(SOON));
      }
    }
    return events;
  }
}
