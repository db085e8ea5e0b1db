package dev.muster.etcd;

import static dev.muster.etcd.Note.draft;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Store;
import dev.muster.store.UnreachableStoreException;
import dev.muster.store.Watch;
import dev.muster.testing.Await;
import dev.muster.testing.EtcdCluster;
import dev.muster.testing.EtcdProcess;
import dev.muster.testing.history.HistoryEvent;
import dev.muster.testing.history.RecordedHistory;
import dev.muster.testing.history.RecordedRead;
import dev.muster.testing.history.RecordedWrite;
import dev.muster.testing.history.RecordedWrite.Outcome;
import dev.muster.testing.history.Seen;
import dev.muster.testing.history.WatchRecord;
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
  private static final int ROUNDS = 3;
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
        long before = history.acknowledged();
        Await.until("writes go on", () -> history.acknowledged() > before + 20);
      }
      over.set(true);
      for (Future<?> client : clients) {
        client.get();
      }
      a.awaitLatest(Duration.ZERO);
      b.awaitLatest(Duration.ZERO);
      long end = Math.max(a.snapshot().revision(), b.snapshot().revision());
      assertThat(history.acknowledged()).isGreaterThan(ROUNDS * 20);
      assertThat(history.answers()).isPositive();
      List<HistoryEvent> happened = all(onA, end);
      WatchRecord other = new WatchRecord("on b", "", 1);
      all(onB, end).forEach(other::saw);
      assertThat(history.faults(happened, end, List.of(other))).isEmpty();
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
      long before = history.acknowledged();
      Await.until("others go on without it", () -> history.acknowledged() > before + 10);
      member.thaw();
    }
  }

  private static void write(
      String name, Store<Note> store, RecordedHistory history, AtomicBoolean over) {
    for (int i = 0; !over.get(); i++) {
      String key = "keys/" + i % 5;
      String text = name + " " + i;
      Entry<Note> there = store.snapshot().get(key);
      boolean delete = there != null && i % 7 == 0;
      String wanted = delete ? HistoryEvent.DELETED : text;
      long expected = there == null ? 0 : there.revision();
      long began = System.nanoTime();
      long revision = 0;
      Outcome outcome = Outcome.ACKNOWLEDGED;
      try {
        revision =
            (delete ? store.delete(key, expected) : store.put(key, draft(text), expected))
                .revision();
      } catch (ConflictException e) {
        outcome = Outcome.REFUSED;
      } catch (UnreachableStoreException e) {
        outcome = Outcome.UNKNOWN;
      }
      history.add(
          new RecordedWrite(
              key, wanted, expected, revision, outcome, name, began, System.nanoTime()));
    }
  }

  private static void read(Store<Note> store, RecordedHistory history, AtomicBoolean over) {
    for (int i = 0; !over.get(); i++) {
      String key = "keys/" + i % 5;
      long began = System.nanoTime();
      try {
        store.awaitLatest(Duration.ZERO);
        Entry<Note> entry = store.snapshot().get(key);
        Seen seen = entry == null ? new Seen.Absent() : new Seen.At(entry.revision());
        history.add(new RecordedRead(key, seen, "" + store, began, System.nanoTime()));
      } catch (UnreachableStoreException e) {
        // no answer is no wrong answer
      }
    }
  }

  private static List<HistoryEvent> all(Watch<Note> watch, long end) throws Exception {
    List<HistoryEvent> events = new ArrayList<>();
    while (watch.revision() < end) {
      for (Event<Note> event : watch.poll(SOON)) {
        Entry<Note> after = event.after();
        String text = after == null ? HistoryEvent.DELETED : after.value().text();
        events.add(new HistoryEvent(event.revision(), event.key(), text));
      }
    }
    return events;
  }
}
