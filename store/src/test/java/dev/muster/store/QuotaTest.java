package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that takes no more than so many bytes. */
class QuotaTest {
  private static final int QUOTA = 100_000;
  private static final StoreOptions SMALL = StoreOptions.defaults().withQuotaBytes(QUOTA);
  private static final Duration NOW = Duration.ZERO;

  static final Codec<Text> WEIGHED =
      new Codec<>() {
        @Override
        public Text decode(String key, byte[] bytes, long revision) {
          return new Text(new String(bytes, StandardCharsets.UTF_8), revision);
        }

        @Override
        public long weight(Text value) {
          return value.text().length();
        }
      };

  @TempDir Path directory;

  private EmbeddedStore<Text> open() {
    return EmbeddedStore.open(directory, WEIGHED, SMALL);
  }

  private static String text(int length) {
    return "x".repeat(length);
  }

  private static long revision(Store<Text> store, String key) {
    return Objects.requireNonNull(store.snapshot().get(key)).revision();
  }

  private static int fill(Store<Text> store) {
    int count = 0;
    try {
      while (true) {
        store.put("pods/" + count, draft(text(10_000)), 0);
        count++;
      }
    } catch (FullStoreException e) {
      return count;
    }
  }

  @Test
  void takesNothingMoreWhenItIsFull() {
    try (Store<Text> store = open()) {
      assertThat(fill(store)).isEqualTo(9);
      assertThat(store.usage().live()).isBetween(90_000L, (long) QUOTA);
      assertThat(store.usage().nearlyFull()).isTrue();
      assertThatExceptionOfType(FullStoreException.class)
          .isThrownBy(() -> store.put("pods/x", draft(text(20_000)), 0))
          .withMessageContaining("\"pods/x\" was not written: its 20262 bytes do not fit");
      assertThat(store.snapshot().get("pods/x")).isNull();
    }
  }

  @Test
  void smallChangesAndDeletionsStillWork() {
    try (Store<Text> store = open()) {
      int count = fill(store);
      Entry<Text> marked = store.put("pods/0", draft(text(10_500)), revision(store, "pods/0"));
      assertThat(store.delete("pods/0", marked.revision()).value().text()).hasSize(10_500);
      store.put("pods/new", draft(text(10_000)), 0);
      assertThat(store.snapshot().count("pods/")).isEqualTo(count);
    }
  }

  @Test
  void historyGivesWay() {
    try (EmbeddedStore<Text> store = open()) {
      Entry<Text> entry = store.put("pods/a", draft(text(10_000)), 0);
      for (int i = 0; i < 100; i++) {
        entry = store.put("pods/a", draft(text(10_000)), entry.revision());
        assertThat(store.usage().held()).isLessThanOrEqualTo(QUOTA + QUOTA / 16);
      }
      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> store.snapshot(3));
    }
  }

  @Test
  void aWatchThatHoldsOnToForgottenHistoryIsCutOff() throws Exception {
    try (EmbeddedStore<Text> store = open();
        Watch<Text> slow = store.watch("pods/", 1);
        Watch<Text> quick = store.watch("pods/", 1)) {
      Entry<Text> entry = store.put("pods/a", draft(text(10_000)), 0);
      for (int i = 0; i < 100; i++) {
        entry = store.put("pods/a", draft(text(10_000)), entry.revision());
        assertThat(quick.poll(NOW)).hasSizeBetween(1, 2);
      }
      assertThatExceptionOfType(LaggedException.class).isThrownBy(() -> slow.poll(NOW));
    }
  }

  @Test
  void countsTheSameAfterARestart() {
    Usage before;
    try (EmbeddedStore<Text> store = open()) {
      fill(store);
      store.delete("pods/1", revision(store, "pods/1"));
      store.put("pods/2", draft(text(500)), revision(store, "pods/2"));
      before = store.usage();
    }
    try (EmbeddedStore<Text> store = open()) {
      assertThat(store.usage()).isEqualTo(before);
      store.compact(store.snapshot().revision());
      assertThat(store.usage().held()).isEqualTo(store.usage().live()).isEqualTo(before.live());
    }
  }

  @Test
  void opensWithMoreThanItMayHold() {
    try (EmbeddedStore<Text> store = open()) {
      fill(store);
    }
    StoreOptions less = SMALL.withQuotaBytes(QUOTA / 2);
    try (Store<Text> store = EmbeddedStore.open(directory, WEIGHED, less)) {
      assertThat(store.snapshot().count("pods/")).isEqualTo(9);
      assertThatExceptionOfType(FullStoreException.class)
          .isThrownBy(() -> store.put("pods/x", draft("x"), 0));
      store.delete("pods/0", revision(store, "pods/0"));
    }
  }
}
