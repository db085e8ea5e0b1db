package dev.muster.etcd;

import static dev.muster.etcd.Note.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.muster.base.deadline.Deadline;
import dev.muster.store.Codec;
import dev.muster.store.CompactedException;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.LaggedException;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.UnreachableStoreException;
import dev.muster.store.UnreadableValueException;
import dev.muster.store.Watch;
import dev.muster.testing.Await;
import dev.muster.testing.EtcdProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two stores, as of two servers, in one etcd that others use, too, and that may be gone. */
class SharedEtcdTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final AtomicInteger PREFIXES = new AtomicInteger();
  private static EtcdProcess etcd;

  private final String prefix = "/shared-" + PREFIXES.incrementAndGet() + "/";
  private Store<Note> a;
  private Store<Note> b;

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
    a = store();
    b = store();
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private Store<Note> store() {
    return EtcdStore.open(options(), Note.below(prefix), Note.CODEC);
  }

  private static EtcdOptions options() {
    return EtcdOptions.of(List.of(etcd.url())).withCallTimeout(Duration.ofSeconds(2));
  }

  @Test
  void whoAsksForTheLatestSeesWhatWasAcknowledgedElsewhere() {
    for (int i = 0; i < 100; i++) {
      Entry<Note> written = a.put("pods/" + i, draft("1"), 0);
      b.awaitLatest(Duration.ZERO);
      assertThat(b.snapshot().get("pods/" + i)).isEqualTo(written);
    }
  }

  @Test
  void aConflictWithAnotherServersWriteCarriesIt() {
    Entry<Note> there = a.put("pods/x", draft("1"), 0);
    assertThatExceptionOfType(ConflictException.class)
        .isThrownBy(() -> b.put("pods/x", draft("2"), 0))
        .satisfies(e -> assertThat(e.current()).isEqualTo(there));
    assertThat(b.put("pods/x", draft("2"), there.revision()).created()).isEqualTo(there.created());
  }

  @Test
  void aWatchGoesOnAtTheOtherServerWhereItWas() throws Exception {
    long base = a.snapshot().revision();
    for (int i = 0; i < 20; i++) {
      (i % 2 == 0 ? a : b).put("pods/" + i, draft("1"), 0);
    }
    List<Long> seen = new ArrayList<>();
    long at = base;
    for (int i = 0; i < 20; i++) {
      try (Watch<Note> watch = (i % 2 == 0 ? b : a).watch("pods/", at)) {
        at = watch.poll(SOON).getFirst().revision();
        seen.add(at);
      }
    }
    assertThat(seen).doesNotHaveDuplicates().isSorted().hasSize(20);
  }

  @Test
  void aServerThatStartsReadsEveryPageOfWhatThereIs() throws Exception {
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> written = new ArrayList<>();
      for (int i = 0; i < 1_700; i++) {
        String key = "pods/" + i;
        // the first ones are large, so that pages differ
        String text = "x".repeat(i < 100 ? 50_000 : 10);
        written.add(writers.submit(() -> a.put(key, draft(text), 0)));
      }
      for (Future<?> each : written) {
        each.get();
      }
    }
    a.compact(a.snapshot().revision()); // so that none of it comes by a watch
    try (Store<Note> late = store()) {
      assertThat(late.snapshot().count("pods/")).isEqualTo(1_700);
      assertThat(late.snapshot().get("pods/99")).isEqualTo(a.snapshot().get("pods/99"));
      assertThat(late.snapshot().get("pods/1699")).isEqualTo(a.snapshot().get("pods/1699"));
    }
  }

  @Test
  void serversThatStartWhileOthersWriteAndForgetHaveAllOfIt() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<Store<Note>> late = new ArrayList<>();
    try (ExecutorService writer = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writing = writer.submit(() -> writeAndForget(over));
      for (int i = 0; i < 10; i++) {
        long acknowledged = a.snapshot().revision();
        late.add(store());
        assertThat(late.getLast().snapshot().revision()).isGreaterThanOrEqualTo(acknowledged);
      }
      over.set(true);
      writing.get();
      a.awaitLatest(Duration.ZERO);
      for (Store<Note> each : late) {
        each.awaitLatest(Duration.ZERO);
        assertThat(each.snapshot().range("", ""))
            .toIterable()
            .containsExactlyElementsOf(() -> a.snapshot().range("", ""));
      }
    } finally {
      over.set(true);
      late.forEach(Store::close);
    }
  }

  private void writeAndForget(AtomicBoolean over) {
    for (int i = 0; !over.get(); i++) {
      long revision = a.put("pods/" + i, draft("1"), 0).revision();
      if (i % 10 == 9) {
        a.compact(revision - 5);
      }
    }
  }

  @Test
  void whatAServerWroteItselfIsReadByTheOthersOnly() {
    AtomicInteger read = new AtomicInteger();
    Codec<Note> counting =
        (key, bytes, revision) -> {
          read.incrementAndGet();
          return Note.CODEC.decode(key, bytes, revision);
        };
    try (Store<Note> writer = EtcdStore.open(options(), Note.below(prefix), counting)) {
      Entry<Note> first = writer.put("pods/x", draft("1"), 0);
      Entry<Note> second = writer.put("pods/x", draft("2"), first.revision());
      assertThat(read).hasValue(0);
      b.awaitLatest(Duration.ZERO);
      assertThat(b.snapshot().get("pods/x")).isEqualTo(second);
      assertThat(writer.snapshot().get("pods/x")).isEqualTo(second);
      Entry<Note> others = b.put("pods/x", draft("3"), second.revision());
      writer.awaitLatest(Duration.ZERO);
      assertThat(writer.snapshot().get("pods/x")).isEqualTo(others);
      assertThat(read).hasValue(1);
    }
  }

  @Test
  void whatOthersWriteMovesOnlyTheRevision() {
    long before = a.snapshot().revision();
    etcd.ctl("put", "/elsewhere/x", "1");
    etcd.ctl("put", "/elsewhere/x", "2");
    Entry<Note> written = a.put("pods/x", draft("1"), 0);
    assertThat(written.revision()).isEqualTo(before + 3);
    assertThat(a.snapshot(before + 2).count("")).isZero();
    assertThat(a.snapshot(before + 3).count("")).isEqualTo(1);
    b.awaitLatest(Duration.ZERO);
    assertThat(b.snapshot().revision()).isEqualTo(before + 3);
  }

  @Test
  void severalKeysOfOneRevisionComeTogether() throws Exception {
    long base = a.snapshot().revision();
    a.put("pods/x", draft("1"), 0);
    a.put("nodes/x", draft("1"), 0);
    a.put("pods/y", draft("1"), 0);
    etcd.ctl("del", "--prefix", prefix);
    a.awaitLatest(Duration.ZERO);
    assertThat(a.snapshot().count("")).isZero();
    assertThat(a.snapshot(base + 3).count("")).isEqualTo(3);
    assertThat(a.snapshot(base + 4).count("")).isZero();
    try (Watch<Note> watch = a.watch("pods/", base + 3)) {
      assertThat(watch.poll(SOON))
          .allSatisfy(event -> assertThat(event.revision()).isEqualTo(base + 4))
          .extracting(Event::key)
          .containsExactlyInAnyOrder("pods/x", "pods/y");
      assertThat(watch.revision()).isEqualTo(base + 4);
    }
  }

  private void putUnreadable(String key) throws Exception {
    new ProcessBuilder(
            "sh",
            "-c",
            "printf '\\377' | ETCDCTL_API=3 etcdctl --endpoints="
                + etcd.url()
                + " put "
                + prefix
                + key)
        .start()
        .waitFor();
  }

  @Test
  void aValueThatCannotBeReadIsNoDeletion() throws Exception {
    Entry<Note> there = a.put("pods/there", draft("1"), 0);
    long after = a.put("pods/other", draft("1"), 0).revision();
    try (Watch<Note> watch = a.watch("pods/", after)) {
      putUnreadable("pods/there");
      putUnreadable("pods/new");
      Entry<Note> good = a.put("pods/good", draft("1"), 0);
      assertThat(watch.poll(SOON)).extracting(Event::key).containsExactly("pods/good");
      assertThat(a.snapshot().get("pods/there")).isEqualTo(there);
      assertThat(a.snapshot().get("pods/new")).isNull();
      assertThat(a.fault())
          .hasValue("etcd holds values that cannot be read: 2, the first is of \"pods/new\"");
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> a.put("pods/new", draft("1"), 0));
      assertThatExceptionOfType(UnreadableValueException.class)
          .isThrownBy(() -> a.put("pods/there", draft("2"), there.revision()))
          .withMessage("\"pods/there\" has a value that cannot be read");
      assertThatExceptionOfType(UnreadableValueException.class)
          .isThrownBy(() -> a.delete("pods/there", there.revision()));
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(this::store)
          .withMessageStartingWith(
              "etcd holds values that cannot be read: 2, the first is of \"pods/new\"");

      etcd.ctl("del", prefix + "pods/new");
      etcd.ctl("put", prefix + "pods/there", "2");
      Await.until("all can be read", () -> a.fault().isEmpty());
      assertThat(watch.poll(SOON))
          .singleElement()
          .satisfies(event -> assertThat(event.before()).isEqualTo(there));
      assertThat(good.revision()).isLessThan(a.snapshot().revision());
    }
    try (Store<Note> later = store()) {
      assertThat(later.snapshot().count("pods/")).isEqualTo(3);
    }
  }

  @Test
  void whatCannotBeReadAnyMoreAfterACompactionStaysAsItWas() throws Exception {
    try (CutConnection cut = CutConnection.to(etcd.url());
        Store<Note> far =
            EtcdStore.open(
                EtcdOptions.of(List.of(cut.url())).withCallTimeout(Duration.ofSeconds(2)),
                Note.below(prefix),
                Note.CODEC)) {
      Entry<Note> there = far.put("pods/there", draft("1"), 0);
      cut.cut();
      putUnreadable("pods/there");
      a.compact(a.put("pods/y", draft("1"), 0).revision());
      cut.mend();
      Await.until("the rest is there", () -> far.snapshot().get("pods/y") != null);
      assertThat(far.snapshot().get("pods/there")).isEqualTo(there);
      assertThat(far.fault())
          .hasValue("etcd holds values that cannot be read: 1, the first is of \"pods/there\"");
    }
  }

  @Test
  void oneOfTwoCompactsAndBothForget() {
    EtcdEndpoints endpoints = new EtcdEndpoints(options());
    try {
      EtcdCalls calls = new EtcdCalls(endpoints, Duration.ofSeconds(5));
      List<Long> first = new ArrayList<>();
      List<Long> second = new ArrayList<>();
      EtcdCompactor one = new EtcdCompactor(calls, first::add, Duration.ofHours(1));
      EtcdCompactor two = new EtcdCompactor(calls, second::add, Duration.ofHours(1));
      one.step();
      two.step();
      one.step();
      two.step();
      long before = a.put("pods/x", draft("1"), 0).revision();
      one.step();
      two.step();
      one.step();
      two.step();
      assertThat(first.getLast()).isGreaterThan(before);
      assertThat(etcd.ctl("get", "compact_rev_key", "--print-value-only").strip())
          .containsOnlyDigits();
      etcd.ctl("del", "compact_rev_key");
      one.step();
      one.step();
      assertThat(etcd.ctl("get", "compact_rev_key", "--print-value-only").strip())
          .as("a key that somebody deleted")
          .containsOnlyDigits();
      try (Store<Note> later = store()) {
        assertThat(later.snapshot().count("pods/")).isEqualTo(1);
        assertThatExceptionOfType(CompactedException.class)
            .isThrownBy(() -> later.watch("pods/", before - 1));
      }
    } finally {
      endpoints.close();
    }
  }

  @Test
  void anEtcdThatIsGoneFailsRequestsInTimeAndIsFoundAgain() {
    Entry<Note> written = a.put("pods/x", draft("1"), 0);
    etcd.kill();
    try {
      assertThatExceptionOfType(UnreachableStoreException.class)
          .isThrownBy(() -> a.put("pods/y", draft("1"), 0));
      assertThatExceptionOfType(UnreachableStoreException.class)
          .isThrownBy(() -> a.awaitLatest(Duration.ZERO));
      assertThat(a.fault()).isPresent();
      assertThat(a.snapshot().get("pods/x")).as("what is in memory").isEqualTo(written);
    } finally {
      etcd.restart();
    }
    Await.until("etcd is back", () -> a.fault().isEmpty());
    assertThat(a.put("pods/z", draft("1"), 0).revision()).isGreaterThan(written.revision());
    b.awaitLatest(Duration.ZERO);
    assertThat(b.snapshot().get("pods/z")).isNotNull();
  }

  @Test
  void aFullEtcdSaysSoAndTakesDeletions() {
    try (EtcdProcess full = EtcdProcess.start("--quota-backend-bytes=2000000");
        Store<Note> store =
            EtcdStore.open(EtcdOptions.of(List.of(full.url())), Note.below(prefix), Note.CODEC)) {
      String large = "x".repeat(200_000);
      List<Entry<Note>> written = new ArrayList<>();
      assertThatExceptionOfType(UnreachableStoreException.class)
          .isThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  written.add(store.put("pods/" + i, draft(large), 0));
                }
              })
          .withMessage("etcdserver: mvcc: database space exceeded")
          .satisfies(e -> assertThat(e.late()).isFalse());
      Entry<Note> first = written.getFirst();
      store.delete(first.key(), first.revision());
      // etcd may have taken the write that it complained about, so they are not counted
      assertThat(store.snapshot().get(first.key())).isNull();
    }
  }

  @Test
  void anEtcdThatHangsIsATimeout() {
    etcd.freeze();
    try {
      assertThatExceptionOfType(UnreachableStoreException.class)
          .isThrownBy(() -> a.put("pods/y", draft("1"), 0))
          .satisfies(e -> assertThat(e.late()).isTrue());
    } finally {
      etcd.thaw();
    }
    Await.until("etcd is back", () -> a.fault().isEmpty());
    b.awaitLatest(Duration.ZERO);
    assertThat(a.snapshot().get("pods/y")).isEqualTo(b.snapshot().get("pods/y"));
  }

  @Test
  void whatCanBeReadWithAKeyThatCameLaterIsReadAgain() {
    AtomicBoolean keyed = new AtomicBoolean();
    Codec<Note> locked =
        (key, bytes, revision) -> {
          Note note = Note.CODEC.decode(key, bytes, revision);
          if (note.text().equals("locked") && !keyed.get()) {
            throw new IllegalArgumentException("no key");
          }
          return note;
        };
    try (Store<Note> far = EtcdStore.open(options(), Note.below(prefix), locked)) {
      Entry<Note> open = a.put("pods/x", draft("open"), 0);
      Entry<Note> written = a.put("pods/x", draft("locked"), open.revision());
      far.awaitLatest(Duration.ZERO);
      assertThat(far.snapshot().get("pods/x")).isEqualTo(open);
      assertThat(far.fault()).isPresent();
      keyed.set(true);
      Await.until("it was read again", () -> far.fault().isEmpty());
      assertThat(far.snapshot().get("pods/x")).isEqualTo(written);
    }
  }

  @Test
  void aClientThatIsGoneSaysNothingAboutTheValueThatItDeleted() throws Exception {
    Codec<Note> checking =
        (key, bytes, revision) -> {
          Deadline.check();
          return Note.CODEC.decode(key, bytes, revision);
        };
    Deadline gone = Deadline.after(SOON, IllegalStateException::new, () -> {});
    try (Store<Note> far = EtcdStore.open(options(), Note.below(prefix), checking)) {
      Entry<Note> written = far.put("pods/x", draft("1"), 0);
      gone.end(new IllegalStateException("the client is gone"));
      Entry<Note> deleted = gone.call(() -> far.delete("pods/x", written.revision()));
      assertThat(deleted.value()).isEqualTo(written.value());
      assertThat(far.fault()).isEmpty();
    }
  }

  @Test
  void eventsThatCouldNotBeTakenInAreReadAgain() {
    AtomicBoolean failed = new AtomicBoolean();
    Codec<Note> failing =
        new Codec<>() {
          @Override
          public Note decode(String key, byte[] bytes, long revision) {
            return Note.CODEC.decode(key, bytes, revision);
          }

          @Override
          public long weight(Note value) {
            if (value.text().equals("heavy") && failed.compareAndSet(false, true)) {
              throw new LinkageError("once");
            }
            return 1;
          }
        };
    try (Store<Note> far = EtcdStore.open(options(), Note.below(prefix), failing)) {
      Entry<Note> heavy = a.put("pods/x", draft("heavy"), 0);
      Entry<Note> next = a.put("pods/y", draft("1"), 0);
      Await.until("all is there", () -> far.snapshot().revision() >= next.revision());
      assertThat(failed).isTrue();
      assertThat(far.snapshot().get("pods/x")).isEqualTo(heavy);
      assertThat(far.snapshot().get("pods/y")).isEqualTo(next);
      assertThat(far.fault()).isEmpty();
      assertThat(far.put("pods/z", draft("1"), 0).revision()).isGreaterThan(next.revision());
    }
  }

  @Test
  void whatWasCompactedWhileItWasOutOfReachIsReadAgain() throws Exception {
    try (CutConnection cut = CutConnection.to(etcd.url());
        Store<Note> far =
            EtcdStore.open(
                EtcdOptions.of(List.of(cut.url())).withCallTimeout(Duration.ofSeconds(2)),
                Note.below(prefix),
                Note.CODEC)) {
      Watch<Note> watch = far.watch("pods/", far.snapshot().revision());
      cut.cut();
      a.put("pods/x", draft("1"), 0);
      long last = a.put("pods/y", draft("1"), 0).revision();
      a.compact(last);
      cut.mend();
      Await.until("etcd is back", () -> far.fault().isEmpty());
      assertThat(far.snapshot().count("pods/")).isEqualTo(2);
      assertThatExceptionOfType(LaggedException.class).isThrownBy(() -> watch.poll(SOON));
    }
  }
}
