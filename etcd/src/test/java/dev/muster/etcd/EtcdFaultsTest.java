package dev.muster.etcd;

import static dev.muster.etcd.Note.draft;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.etcd.RecordedHistory.Read;
import dev.muster.etcd.RecordedHistory.Write;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Store;
import dev.muster.store.UnreachableStoreException;
import dev.muster.store.Watch;
import dev.muster.testing.Await;
import dev.muster.testing.EtcdCluster;
import dev.muster.testing.EtcdProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Three etcds of which one after the other is killed or stopped, two stores, and their clients. */
class EtcdFaultsTest {
  private static final int ROUNDS = 5;
  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void nothingIsLostStaleOrOutOfOrder() throws Exception {
    RecordedHistory history = new RecordedHistory();
    AtomicBoolean over = new AtomicBoolean();
    try (EtcdCluster cluster = EtcdCluster.start(3);
        Store<Note> a = store(cluster);
        Store<Note> b = store(cluster);
        Watch<Note> onA = a.watch("", 1);
        Watch<Note> onB = b.watch("", 1);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String name = "client-" + i;
        Store<Note> store = i % 2 == 0 ? a : b;
        Store<Note> other = i % 2 == 0 ? b : a;
        clients.add(threads.submit(() -> write(name, store, history, over)));
        clients.add(threads.submit(() -> read(other, history, over)));
      }
      for (int round = 0; round < ROUNDS; round++) {
        disturb(cluster.members().get(round % 3), round % 2 == 0, history);
        int before = history.writes.size();
        Await.until("writes go on", () -> history.writes.size() > before + 20);
      }
      over.set(true);
      for (Future<?> client : clients) {
        client.get();
      }
      a.awaitLatest(Duration.ZERO);
      b.awaitLatest(Duration.ZERO);
      long end = Math.max(a.snapshot().revision(), b.snapshot().revision());
      assertThat(history.writes).hasSizeGreaterThan(ROUNDS * 20);
      assertThat(history.reads).isNotEmpty();
      assertThat(history.faults(List.of(all(onA, end), all(onB, end)))).isEmpty();
    }
  }

  private static Store<Note> store(EtcdCluster cluster) {
    return EtcdStore.open(
        EtcdOptions.of(cluster.urls()).withWatchLagLimit(1_000_000),
        Note.below("/faults/"),
        Note.CODEC);
  }

  private static void disturb(EtcdProcess member, boolean kill, RecordedHistory history) {
    if (kill) {
      member.kill();
      member.restart();
    } else {
      member.freeze();
      int before = history.writes.size();
      Await.until("others go on without it", () -> history.writes.size() > before + 10);
      member.thaw();
    }
  }

  private static void write(
      String name, Store<Note> store, RecordedHistory history, AtomicBoolean over) {
    for (int i = 0; !over.get(); i++) {
      String key = "keys/" + i % 5;
      String text = name + " " + i;
      Entry<Note> there = store.snapshot().get(key);
      long began = System.nanoTime();
      try {
        long revision =
            store.put(key, draft(text), there == null ? 0 : there.revision()).revision();
        history.writes.add(new Write(key, text, revision, began, System.nanoTime()));
      } catch (ConflictException | UnreachableStoreException e) {
        // another client was quicker, or nobody knows
      }
    }
  }

  private static void read(Store<Note> store, RecordedHistory history, AtomicBoolean over) {
    for (int i = 0; !over.get(); i++) {
      String key = "keys/" + i % 5;
      long began = System.nanoTime();
      try {
        store.awaitLatest(Duration.ZERO);
        Entry<Note> entry = store.snapshot().get(key);
        history.reads.add(
            new Read(key, entry == null ? 0 : entry.revision(), began, System.nanoTime()));
      } catch (UnreachableStoreException e) {
        // no answer is no wrong answer
      }
    }
  }

  private static List<Event<Note>> all(Watch<Note> watch, long end) throws Exception {
    List<Event<Note>> events = new ArrayList<>();
    while (watch.revision() < end) {
      List<Event<Note>> some = watch.poll(SOON);
      events.addAll(some);
    }
    return events;
  }

  @Test
  void wrongHistoriesAreFound() {
    Event<Note> one = event(2, "x");
    Event<Note> two = event(3, "y");
    RecordedHistory lost = new RecordedHistory();
    lost.writes.add(new Write("k", "x", 2, 0, 1));
    assertThat(lost.faults(List.of(List.of(two)))).singleElement().asString().startsWith("lost");
    assertThat(lost.faults(List.of(List.of(one, one)))).isNotEmpty();
    assertThat(lost.faults(List.of(List.of(one, two), List.of(one)))).isNotEmpty();
    RecordedHistory stale = new RecordedHistory();
    stale.writes.add(new Write("k", "x", 2, 0, 1));
    stale.writes.add(new Write("k", "y", 3, 2, 3));
    stale.reads.add(new Read("k", 2, 4, 5));
    assertThat(stale.faults(List.of(List.of(one, two))))
        .singleElement()
        .asString()
        .startsWith("stale");
    RecordedHistory early = new RecordedHistory();
    early.writes.add(new Write("k", "x", 2, 8, 9));
    early.reads.add(new Read("k", 2, 4, 5));
    early.reads.add(new Read("k", 7, 4, 5));
    assertThat(early.faults(List.of(List.of(one)))).hasSize(2);
  }

  private static Event<Note> event(long revision, String text) {
    return new Event<>(
        revision, "k", null, new Entry<>("k", new Note(text, revision), 2, revision));
  }
}
