package dev.muster.etcd;

import static dev.muster.etcd.Note.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.muster.store.ClosedException;
import dev.muster.store.CompactedException;
import dev.muster.store.ConflictException;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.FutureRevisionException;
import dev.muster.store.InterruptedWriteException;
import dev.muster.store.LaggedException;
import dev.muster.store.OvertakenException;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.StoreOptions;
import dev.muster.store.Watch;
import dev.muster.testing.EtcdProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@link Store} promises, of every store there is. */
@ParameterizedClass
@EnumSource
class StoreContractTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int LAG_LIMIT = 100;
  private static final AtomicInteger PREFIXES = new AtomicInteger();
  private static EtcdProcess etcd;

  enum Kind {
    SQLITE {
      @Override
      Store<Note> open(Path directory, String prefix) {
        return EmbeddedStore.open(
            directory, Note.CODEC, StoreOptions.defaults().withWatchLagLimit(LAG_LIMIT));
      }
    },
    ETCD {
      @Override
      Store<Note> open(Path directory, String prefix) {
        return EtcdStore.open(
            EtcdOptions.of(List.of(etcd.url())).withWatchLagLimit(LAG_LIMIT),
            Note.below(prefix),
            Note.CODEC);
      }
    };

    abstract Store<Note> open(Path directory, String prefix);
  }

  @Parameter Kind kind = Kind.SQLITE;
  @TempDir Path directory;
  private final String prefix = "/contract-" + PREFIXES.incrementAndGet() + "/";
  private Store<Note> store;

  /** What was written before this test began. */
  private long base;

  @BeforeAll
  static void start() {
    etcd = EtcdProcess.start();
  }

  @AfterAll
  static void stop() {
    etcd.close();
  }

  @BeforeEach
  void open() {
    store = kind.open(directory, prefix);
    base = store.snapshot().revision();
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aWriteGetsTheNextRevisionAndIsVisibleAtOnce() {
    assertThat(base).isPositive();
    Entry<Note> entry = store.put("pods/a/x", draft("1"), 0);
    assertThat(entry)
        .isEqualTo(new Entry<>("pods/a/x", new Note("1", base + 1), base + 1, base + 1));
    assertThat(store.snapshot().revision()).isEqualTo(base + 1);
    assertThat(store.snapshot().get("pods/a/x")).isEqualTo(entry);
  }

  @Test
  void anUpdateKeepsWhereTheKeyWasCreated() {
    long created = store.put("pods/a/x", draft("1"), 0).revision();
    assertThat(store.put("pods/a/x", draft("2"), created))
        .isEqualTo(new Entry<>("pods/a/x", new Note("2", created + 1), created, created + 1));
  }

  @Test
  void creatingWhatExistsIsAConflictThatCarriesIt() {
    Entry<Note> there = store.put("pods/a/x", draft("1"), 0);
    assertThatExceptionOfType(ConflictException.class)
        .isThrownBy(() -> store.put("pods/a/x", draft("2"), 0))
        .withMessage("\"pods/a/x\" is at revision " + there.revision() + ", expected not to exist")
        .satisfies(e -> assertThat(e.current()).isEqualTo(there));
    assertThat(store.snapshot().revision()).isEqualTo(base + 1);
  }

  @Test
  void aWriteAtAnotherRevisionIsAConflict() {
    long there = store.put("pods/a/x", draft("1"), 0).revision();
    for (long other : List.of(there - 1, there + 5)) {
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.put("pods/a/x", draft("2"), other))
          .withMessage("\"pods/a/x\" is at revision " + there + ", expected at revision " + other);
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.delete("pods/a/x", other));
    }
    assertThatExceptionOfType(ConflictException.class)
        .isThrownBy(() -> store.put("pods/a/none", draft("2"), 3))
        .withMessage("\"pods/a/none\" does not exist, expected at revision 3")
        .satisfies(e -> assertThat(e.current()).isNull());
    for (long any : List.of(0L, 3L)) {
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.delete("pods/a/none", any));
    }
    assertThat(store.snapshot().revision()).isEqualTo(there);
  }

  @Test
  void aWriteThatWasOvertakenBySomethingNewBesideItIsNotMadeWhereOthersWrite() {
    long since = store.put("pods/a/x", draft("1"), 0).revision();
    store.put("nodes/n", draft("1"), 0);
    long next = store.putUnlessOvertaken("pods/a/y", draft("1"), 0, "pods/", since).revision();
    store.delete("pods/a/y", next);
    store.putUnlessOvertaken("pods/a/x", draft("2"), since, "pods/", since);
    if (store.shared()) {
      assertThatExceptionOfType(OvertakenException.class)
          .isThrownBy(() -> store.putUnlessOvertaken("pods/b/z", draft("1"), 0, "pods/", since));
      assertThat(store.snapshot().get("pods/b/z")).isNull();
    }
    assertThatExceptionOfType(ConflictException.class)
        .isThrownBy(
            () ->
                store.putUnlessOvertaken(
                    "pods/a/x", draft("3"), since, "pods/", store.snapshot().revision()));
  }

  @Test
  void aDeletionAnswersTheLastStateAtItsOwnRevision() {
    long there = store.put("pods/a/x", draft("1"), 0).revision();
    assertThat(store.delete("pods/a/x", there))
        .isEqualTo(new Entry<>("pods/a/x", new Note("1", there), there, there + 1));
    assertThat(store.snapshot().get("pods/a/x")).isNull();
    assertThat(store.put("pods/a/x", draft("2"), 0).created()).isEqualTo(there + 2);
  }

  @Test
  void whatCannotBeAKeyIsNone() {
    for (String key : List.of("", "pods/\ud800")) {
      assertThatIllegalArgumentException().isThrownBy(() -> store.put(key, draft("1"), 0));
    }
  }

  @Test
  void earlierStatesStayReadableUntilTheyAreCompacted() {
    for (int i = 1; i <= 150; i++) {
      store.put("pods/a/x", draft("v" + i), i == 1 ? 0 : base + i - 1);
    }
    for (int i = 1; i <= 150; i++) {
      Entry<Note> then = Objects.requireNonNull(store.snapshot(base + i).get("pods/a/x"));
      assertThat(then.value()).isEqualTo(new Note("v" + i, base + i));
    }
    store.compact(base + 100);
    store.compact(base + 50);
    assertThat(store.snapshot(base + 100).count("pods/")).isEqualTo(1);
    assertThatExceptionOfType(CompactedException.class)
        .isThrownBy(() -> store.snapshot(base + 99))
        .satisfies(e -> assertThat(e.compacted()).isEqualTo(base + 100));
    assertThatExceptionOfType(FutureRevisionException.class)
        .isThrownBy(() -> store.snapshot(base + 151));
    assertThatExceptionOfType(FutureRevisionException.class)
        .isThrownBy(() -> store.compact(base + 151));
  }

  @Test
  void aRangeIsOrderedBoundedByItsPrefixAndStartsAfterAKey() {
    for (String key : List.of("pods/b/1", "pods/a/2", "podsx/a/1", "pods/a/1", "nodes/a")) {
      store.put(key, draft(key), 0);
    }
    Snapshot<Note> snapshot = store.snapshot();
    assertThat(keys(snapshot, "")).containsExactly("pods/a/1", "pods/a/2", "pods/b/1");
    assertThat(keys(snapshot, "pods/a/1")).containsExactly("pods/a/2", "pods/b/1");
    assertThat(keys(snapshot, "zzz")).isEmpty();
    assertThat(snapshot.count("pods/")).isEqualTo(3);
    assertThat(snapshot.count("pods/", "pods/a/1")).isEqualTo(2);
    assertThat(snapshot.count("")).isEqualTo(5);
  }

  @Test
  void aWatchGetsWhatComesAfterItsRevisionAndOnlyItsPrefix() throws Exception {
    Entry<Note> first = store.put("pods/a/x", draft("1"), 0);
    try (Watch<Note> watch = store.watch("pods/a/", first.revision())) {
      Entry<Note> second = store.put("pods/a/x", draft("2"), first.revision());
      store.put("pods/b/x", draft("2"), 0);
      store.put("nodes/n", draft("2"), 0);
      store.delete("pods/a/x", second.revision());
      assertThat(read(watch, 2))
          .containsExactly(
              new Event<>(base + 2, "pods/a/x", first, second),
              new Event<>(base + 5, "pods/a/x", second, null));
      store.put("nodes/m", draft("3"), 0);
      assertThat(watch.poll(Duration.ZERO)).isEmpty();
      assertThat(watch.revision()).isEqualTo(base + 6);
    }
  }

  @Test
  void aWatchAfterACompactedRevisionIsRefusedAndLaterOnesGoOn() throws Exception {
    try (Watch<Note> before = store.watch("pods/", base)) {
      for (int i = 1; i <= 3; i++) {
        store.put("pods/" + i, draft("1"), 0);
      }
      store.compact(base + 2);
      assertThatExceptionOfType(CompactedException.class)
          .isThrownBy(() -> store.watch("pods/", base + 1));
      try (Watch<Note> watch = store.watch("pods/", base + 2)) {
        assertThat(read(watch, 1)).extracting(Event::revision).containsExactly(base + 3);
      }
      assertThat(read(before, 3)).hasSize(3);
    }
  }

  @Test
  void aWatchFromTheFutureWaitsForIt() throws Exception {
    try (Watch<Note> watch = store.watch("pods/", base + 2)) {
      for (String key : List.of("pods/a", "pods/b", "pods/c")) {
        store.put(key, draft("1"), 0);
      }
      assertThat(read(watch, 1)).extracting(Event::key).containsExactly("pods/c");
    }
  }

  @Test
  void aWatchThatFallsTooFarBehindIsCutOff() {
    try (Watch<Note> slow = store.watch("pods/", base)) {
      assertThatExceptionOfType(LaggedException.class)
          .isThrownBy(
              () -> {
                for (int i = 0; ; i++) {
                  store.put("pods/" + i, draft("1"), 0);
                  if (i % (2 * LAG_LIMIT) == 2 * LAG_LIMIT - 1) {
                    slow.poll(Duration.ZERO);
                  }
                }
              });
    }
  }

  @Test
  void manyWritersOfOneKeyTakeTurnsAndEveryRevisionIsOneWrite() throws Exception {
    try (Watch<Note> watch = store.watch("", base);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> writers = new ArrayList<>();
      for (int w = 0; w < 8; w++) {
        writers.add(threads.submit(() -> increments(10)));
      }
      for (Future<Integer> writer : writers) {
        assertThat(writer.get()).isEqualTo(10);
      }
      List<Event<Note>> seen = read(watch, 80);
      assertThat(Objects.requireNonNull(seen.getLast().after()).value().text()).isEqualTo("80");
      for (int i = 0; i < 80; i++) {
        assertThat(seen.get(i).revision()).isEqualTo(base + 1 + i);
      }
    }
  }

  private int increments(int times) {
    int done = 0;
    while (done < times) {
      Entry<Note> entry = store.snapshot().get("counters/c");
      int value = entry == null ? 0 : Integer.parseInt(entry.value().text());
      try {
        store.put(
            "counters/c", draft(Integer.toString(value + 1)), entry == null ? 0 : entry.revision());
        done++;
      } catch (ConflictException e) {
        // the conflict is visible: the next try is made of what is there
        assertThat(store.snapshot().get("counters/c")).isNotEqualTo(entry);
      }
    }
    return done;
  }

  @Test
  void aProjectionHasEveryWriteThatWasAcknowledged() {
    ConcurrentHashMap<String, Long> seen = new ConcurrentHashMap<>();
    try (Projection<Note> projection =
        new Projection<>(store, List.of("roles/", "bindings/"), followInto(seen))) {
      projection.catchUp();
      for (int i = 0; i < 50; i++) {
        String key = (i % 2 == 0 ? "roles/" : "bindings/") + i;
        long revision = store.put(key, draft("1"), 0).revision();
        projection.catchUp();
        assertThat(seen).containsEntry(key, revision);
        store.delete(key, revision);
        projection.catchUp();
        assertThat(seen).isEmpty();
      }
    }
  }

  private static Follower<Note> followInto(ConcurrentHashMap<String, Long> seen) {
    return new Follower<>() {
      @Override
      public void load(Snapshot<Note> snapshot) {
        seen.clear();
      }

      @Override
      public void apply(Event<Note> event) {
        if (event.after() == null) {
          seen.remove(event.key());
        } else {
          seen.put(event.key(), event.revision());
        }
      }
    };
  }

  /** Whether its turn comes first is a race; what it did is what it says. */
  @Test
  void aWriteThatWasInterruptedBeforeItsTurnWroteNothing() {
    for (int i = 0; i < 20; i++) {
      String key = "pods/a/" + i;
      Thread.currentThread().interrupt();
      boolean written;
      try {
        store.put(key, draft("1"), 0);
        written = true;
      } catch (InterruptedWriteException e) {
        written = false;
      }
      assertThat(Thread.interrupted()).isTrue();
      assertThat(store.snapshot().get(key) != null).isEqualTo(written);
    }
  }

  @Test
  void whatWasWrittenIsThereWhenItIsOpenedAgainWithItsHistory() throws Exception {
    long first = store.put("pods/a/x", draft("1"), 0).revision();
    store.put("pods/a/y", draft("1"), 0);
    store.put("pods/a/x", draft("2"), first);
    store.delete("pods/a/y", first + 1);
    store.close();
    store = kind.open(directory, prefix);
    assertThat(store.snapshot().get("pods/a/x"))
        .isEqualTo(new Entry<>("pods/a/x", new Note("2", first + 2), first, first + 2));
    assertThat(store.snapshot().get("pods/a/y")).isNull();
    assertThat(store.snapshot(first + 1).count("pods/")).isEqualTo(2);
    try (Watch<Note> resumed = store.watch("pods/", first)) {
      assertThat(read(resumed, 3))
          .extracting(Event::revision)
          .containsExactly(first + 1, first + 2, first + 3);
    }
  }

  @Test
  void aClosedStoreRefusesWritesAndEndsWatches() {
    Watch<Note> watch = store.watch("pods/", base);
    store.put("pods/a/x", draft("1"), 0);
    store.close();
    store.close();
    assertThatExceptionOfType(ClosedException.class)
        .isThrownBy(() -> store.put("pods/a/y", draft("1"), 0))
        .withMessage("the store is closed");
    assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> store.compact(base + 1));
    assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> store.watch("pods/", base));
    assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> watch.poll(SOON));
    assertThat(store.snapshot().count("pods/")).isEqualTo(1);
  }

  private static List<String> keys(Snapshot<Note> snapshot, String startAfter) {
    List<String> keys = new ArrayList<>();
    snapshot.range("pods/", startAfter).forEachRemaining(entry -> keys.add(entry.key()));
    return keys;
  }

  private static List<Event<Note>> read(Watch<Note> watch, int count) throws Exception {
    List<Event<Note>> seen = new ArrayList<>();
    while (seen.size() < count) {
      List<Event<Note>> some = watch.poll(SOON);
      assertThat(some).isNotEmpty();
      seen.addAll(some);
    }
    return seen;
  }
}
