package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an embedded store does, with and without a file. */
class EmbeddedStoreTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path directory;

  enum Kind {
    SQLITE {
      @Override
      Store<Text> open(Path directory) {
        return EmbeddedStore.open(directory, Text.CODEC);
      }
    },
    MEMORY {
      @Override
      Store<Text> open(Path directory) {
        return EmbeddedStore.inMemory();
      }
    };

    abstract Store<Text> open(Path directory);
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyStoreIsAtRevisionOneAndTheFirstWriteGetsTwo(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      assertThat(store.snapshot().revision()).isEqualTo(1);
      Entry<Text> entry = store.put("pods/a/x", draft("1"), 0);
      assertThat(entry).isEqualTo(new Entry<>("pods/a/x", new Text("1", 2), 2, 2));
      assertThat(store.snapshot().revision()).isEqualTo(2);
      assertThat(store.snapshot().get("pods/a/x")).isEqualTo(entry);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUpdateKeepsWhereTheKeyWasCreated(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      store.put("pods/a/x", draft("1"), 0);
      assertThat(store.put("pods/a/x", draft("2"), 2))
          .isEqualTo(new Entry<>("pods/a/x", new Text("2", 3), 2, 3));
    }
  }

  @ParameterizedTest
  @EnumSource
  void creatingWhatExistsIsAConflictThatCarriesIt(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      Entry<Text> there = store.put("pods/a/x", draft("1"), 0);
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.put("pods/a/x", draft("2"), 0))
          .withMessage("\"pods/a/x\" is at revision 2, expected not to exist")
          .satisfies(e -> assertThat(e.current()).isEqualTo(there));
      assertThat(store.snapshot().revision()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void updatingOrDeletingAtAnotherRevisionIsAConflict(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      store.put("pods/a/x", draft("1"), 0);
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.put("pods/a/x", draft("2"), 1))
          .withMessage("\"pods/a/x\" is at revision 2, expected at revision 1");
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.delete("pods/a/x", 7))
          .withMessage("\"pods/a/x\" is at revision 2, expected at revision 7");
    }
  }

  @ParameterizedTest
  @EnumSource
  void updatingOrDeletingWhatDoesNotExistIsAConflictWithNothing(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.put("pods/a/x", draft("2"), 3))
          .withMessage("\"pods/a/x\" does not exist, expected at revision 3")
          .satisfies(e -> assertThat(e.current()).isNull());
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.delete("pods/a/x", 3));
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.delete("pods/a/x", 0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeletionAnswersTheLastStateAtItsOwnRevision(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      store.put("pods/a/x", draft("1"), 0);
      assertThat(store.delete("pods/a/x", 2))
          .isEqualTo(new Entry<>("pods/a/x", new Text("1", 2), 2, 3));
      assertThat(store.snapshot().get("pods/a/x")).isNull();
      assertThat(store.put("pods/a/x", draft("2"), 0).created()).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDraftThatFailsHarmsOnlyItself(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      Draft<Text> failing =
          new Draft<>() {
            @Override
            public byte[] bytes() {
              return new byte[0];
            }

            @Override
            public Text committed(long revision) {
              throw new IllegalStateException("no");
            }
          };
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> store.put("pods/a/x", failing, 0))
          .withMessage("\"pods/a/x\" was not written")
          .withCauseInstanceOf(IllegalStateException.class);
      assertThat(store.put("pods/a/x", draft("1"), 0).revision()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void earlierStatesStayReadableUntilTheyAreCompacted(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      for (int i = 2; i <= 300; i++) {
        store.put("pods/a/x", draft("v" + i), i == 2 ? 0 : i - 1);
      }
      for (int i = 2; i <= 300; i++) {
        assertThat(store.snapshot(i).get("pods/a/x"))
            .extracting(Entry::revision)
            .isEqualTo((long) i);
      }
      store.compact(200);
      assertThat(store.snapshot(200).get("pods/a/x"))
          .extracting(Entry::value)
          .isEqualTo(new Text("v200", 200));
      assertThatExceptionOfType(CompactedException.class)
          .isThrownBy(() -> store.snapshot(199))
          .withMessage("revision 199 has been compacted, the oldest one kept is 200");
      assertThatExceptionOfType(FutureRevisionException.class)
          .isThrownBy(() -> store.snapshot(301))
          .withMessage("revision 301 lies in the future, the newest one is 300");
      assertThatExceptionOfType(FutureRevisionException.class).isThrownBy(() -> store.compact(301));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRangeIsOrderedBoundedByItsPrefixAndStartsAfterAKey(Kind kind) {
    try (Store<Text> store = kind.open(directory)) {
      for (String key : List.of("pods/b/1", "pods/a/2", "podsx/a/1", "pods/a/1", "nodes/a")) {
        store.put(key, draft(key), 0);
      }
      Snapshot<Text> snapshot = store.snapshot();
      assertThat(keys(snapshot, "pods/", "")).containsExactly("pods/a/1", "pods/a/2", "pods/b/1");
      assertThat(keys(snapshot, "pods/", "pods/a/1")).containsExactly("pods/a/2", "pods/b/1");
      assertThat(keys(snapshot, "pods/", "pods/a/17")).containsExactly("pods/a/2", "pods/b/1");
      assertThat(keys(snapshot, "pods/", "zzz")).isEmpty();
      assertThat(keys(snapshot, "pods/", "a")).hasSize(3);
      assertThat(snapshot.count("pods/")).isEqualTo(3);
      assertThat(snapshot.count("pods/", "pods/a/1")).isEqualTo(2);
      assertThat(snapshot.count("pods/", "zzz")).isZero();
      assertThat(snapshot.count("")).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWatchGetsWhatComesAfterItsRevisionAndOnlyItsPrefix(Kind kind) throws Exception {
    try (Store<Text> store = kind.open(directory)) {
      Entry<Text> first = store.put("pods/a/x", draft("1"), 0);
      try (Watch<Text> watch = store.watch("pods/a/", 2)) {
        Entry<Text> second = store.put("pods/a/x", draft("2"), 2);
        store.put("pods/b/x", draft("2"), 0);
        store.put("nodes/n", draft("2"), 0);
        store.delete("pods/a/x", 3);
        List<Event<Text>> seen = new ArrayList<>();
        while (seen.size() < 2) {
          seen.addAll(watch.poll(SOON));
        }
        assertThat(seen)
            .containsExactly(
                new Event<>(3, "pods/a/x", first, second),
                new Event<>(6, "pods/a/x", second, null));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWatchAfterACompactedRevisionIsRefused(Kind kind) throws Exception {
    try (Store<Text> store = kind.open(directory)) {
      store.put("pods/a/x", draft("1"), 0);
      store.put("pods/a/x", draft("2"), 2);
      store.put("pods/a/x", draft("3"), 3);
      store.compact(3);
      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> store.watch("pods/", 2));
      try (Watch<Text> watch = store.watch("pods/", 3)) {
        assertThat(watch.poll(SOON)).extracting(Event::revision).containsExactly(4L);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClosedStoreRefusesWritesAndEndsWatches(Kind kind) {
    Store<Text> store = kind.open(directory);
    Watch<Text> watch = store.watch("pods/", 1);
    store.put("pods/a/x", draft("1"), 0);
    store.close();
    store.close();
    assertThatExceptionOfType(ClosedException.class)
        .isThrownBy(() -> store.put("pods/a/y", draft("1"), 0))
        .withMessage("the store is closed");
    assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> store.compact(2));
    assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> store.watch("pods/", 1));
    assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> watch.poll(SOON));
    assertThat(store.snapshot().count("pods/")).isEqualTo(1);
  }

  private static List<String> keys(Snapshot<Text> snapshot, String prefix, String startAfter) {
    List<String> keys = new ArrayList<>();
    snapshot.range(prefix, startAfter).forEachRemaining(entry -> keys.add(entry.key()));
    return keys;
  }
}
