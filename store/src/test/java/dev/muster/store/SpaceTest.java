package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.muster.store.Journal.Batch;
import dev.muster.store.Journal.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store takes of disk and memory, and gives back. */
class SpaceTest {
  private static final String LARGE = "x".repeat(64 << 10);

  @TempDir Path directory;

  @Test
  void fileAndMemoryStayBoundedUnderEndlessChurn() throws Exception {
    try (EmbeddedStore<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      long most = 0;
      for (int round = 0; round < 70; round++) {
        churn(store, 25);
        store.compact(store.snapshot().revision() - 10);
        assertThat(store.historySize()).isLessThan(20);
        most = Math.max(most, size());
      }
      assertThat(most).as("when 114 MB have been written").isLessThan(64_000_000);
    }
    assertThat(size()).as("after closing").isLessThan(4_000_000);
  }

  @Test
  void deletedEntriesGiveTheirSpaceBack() throws Exception {
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      for (int i = 0; i < 100; i++) {
        store.put("pods/" + i, draft(LARGE), 0);
      }
      for (int i = 0; i < 100; i++) {
        store.delete("pods/" + i, 2 + i);
      }
      store.compact(store.snapshot().revision());
    }
    assertThat(Files.size(directory.resolve("store.db"))).isLessThan(1_500_000);
  }

  @Test
  void aFullDiskFailsWritesOnlyUntilThereIsSpaceAgain() {
    StoreOptions small = StoreOptions.defaults().withMaxFileBytes(8_000_000);
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC, small)) {
      store.put("pods/a", draft(LARGE), 0);
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> churn(store, 1_000))
          .withMessageContaining("nothing was written: ")
          .withMessageContaining("store.db")
          .withMessageContaining("full");
      long full = store.snapshot().revision();
      assertThat(full).isGreaterThan(50);
      assertThat(store.snapshot().get("pods/a")).isNotNull();
      store.compact(full);
      assertThat(store.put("pods/b", draft(LARGE), 0).revision()).isEqualTo(full + 1);
    }
  }

  @Test
  void anInterruptedCompactionIsFinishedAtTheNextStart() {
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      store.put("pods/a", draft("1"), 0);
      store.put("pods/a", draft("2"), 2);
      store.put("pods/b", draft("3"), 0);
      store.delete("pods/b", 4);
      store.put("pods/a", draft("4"), 3);
    }
    withJournal(journal -> journal.commit(new Batch(List.of(), 5, new long[0], false)));
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      assertThat(store.snapshot().revision()).isEqualTo(6);
      assertThat(store.snapshot(5).count("pods/")).isEqualTo(1);
      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> store.snapshot(4));
    }
    List<Long> left = new ArrayList<>();
    withJournal(journal -> journal.replay((Row row) -> left.add(row.revision())));
    assertThat(left).containsExactly(3L, 6L);
  }

  private interface Use {
    void accept(Journal journal) throws CommitFailedException;
  }

  private void withJournal(Use use) {
    try (Journal journal = SqliteJournal.open(directory, Long.MAX_VALUE)) {
      use.accept(journal);
    } catch (CommitFailedException e) {
      throw new AssertionError(e);
    }
  }

  private static void churn(Store<Text> store, int writes) {
    for (int i = 0; i < writes; i++) {
      String key = "pods/" + i % 5;
      Entry<Text> entry = store.snapshot().get(key);
      store.put(key, draft(LARGE), entry == null ? 0 : entry.revision());
    }
  }

  private long size() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
