package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrencyTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int WRITERS = 16;
  private static final int WRITES = 100;

  @TempDir Path directory;

  @Test
  void noUpdateOfACounterIsLost() throws Exception {
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      store.put("counters/c", draft("0"), 0);
      together(WRITERS, writer -> increment(store));
      assertThat(store.snapshot().get("counters/c"))
          .extracting(entry -> entry.value().text())
          .isEqualTo("" + WRITERS * WRITES);
      assertThat(store.snapshot().revision()).isEqualTo(2 + WRITERS * WRITES);
    }
  }

  private static Void increment(Store<Text> store) {
    for (int done = 0; done < WRITES; ) {
      Entry<Text> entry = Objects.requireNonNull(store.snapshot().get("counters/c"));
      int next = Integer.parseInt(entry.value().text()) + 1;
      try {
        store.put("counters/c", draft("" + next), entry.revision());
        done++;
      } catch (ConflictException e) {
        // another one was first
      }
    }
    return null;
  }

  @Test
  void aWriterReadsItsOwnWriteAtOnce() throws Exception {
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      together(
          WRITERS,
          writer -> {
            for (int i = 0; i < WRITES; i++) {
              Entry<Text> entry = store.put("pods/" + writer + "/" + i, draft("1"), 0);
              Snapshot<Text> snapshot = store.snapshot();
              assertThat(snapshot.get(entry.key())).isEqualTo(entry);
              assertThat(snapshot.revision()).isGreaterThanOrEqualTo(entry.revision());
            }
            return null;
          });
    }
  }

  @Test
  void watchesThatResumeAgainAndAgainSeeEveryWriteOnceInOrder() throws Exception {
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      long last = 1 + WRITERS * WRITES;
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<List<Long>>> readers =
            IntStream.rangeClosed(1, 8)
                .mapToObj(pieces -> threads.submit(() -> readInPieces(store, pieces, last)))
                .toList();
        together(
            WRITERS,
            writer -> {
              for (int i = 0; i < WRITES; i++) {
                store.put("pods/" + writer + "/" + i, draft("1"), 0);
              }
              return null;
            });
        List<Long> expected = LongStream.rangeClosed(2, last).boxed().toList();
        for (Future<List<Long>> reader : readers) {
          assertThat(reader.get()).isEqualTo(expected);
        }
      }
    }
  }

  /** Opens a new watch after every few polls, from where the last one was. */
  private static List<Long> readInPieces(Store<Text> store, int polls, long last)
      throws InterruptedException {
    List<Long> revisions = new ArrayList<>();
    long revision = 1;
    while (revision < last) {
      try (Watch<Text> watch = store.watch("pods/", revision)) {
        for (int i = 0; i < polls && watch.revision() < last; i++) {
          for (Event<Text> event : watch.poll(SOON)) {
            revisions.add(event.revision());
            assertThat(store.snapshot().revision()).isGreaterThanOrEqualTo(event.revision());
          }
        }
        revision = watch.revision();
      }
    }
    return revisions;
  }

  @Test
  void earlierStatesStayExactWhileWritersAndCompactionGoOn() throws Exception {
    try (Store<Text> store = EmbeddedStore.inMemory()) {
      AtomicBoolean done = new AtomicBoolean();
      try (ExecutorService threads = Executors.newCachedThreadPool()) { // they never block
        Future<?> reader = threads.submit(() -> readEarlierStates(store, done));
        Future<?> compactor = threads.submit(() -> compactContinually(store, done));
        together(
            4,
            writer -> {
              for (int i = 0; i < 5_000; i++) {
                store.put("pods/" + writer + "/" + i, draft("1"), 0);
              }
              return null;
            });
        done.set(true);
        reader.get();
        compactor.get();
      }
    }
  }

  /** Every write creates a key, so a state has as many as its revision says. */
  private static Void readEarlierStates(Store<Text> store, AtomicBoolean done) {
    while (!done.get()) {
      long current = store.snapshot().revision();
      for (long back = 0; back < 300 && back < current; back += 7) {
        try {
          Snapshot<Text> snapshot = store.snapshot(current - back);
          assertThat(snapshot.revision()).isEqualTo(current - back);
          assertThat(snapshot.count("pods/")).isEqualTo(current - back - 1);
        } catch (CompactedException e) {
          assertThat(e.compacted()).isGreaterThan(current - back);
        }
      }
    }
    return null;
  }

  private static Void compactContinually(Store<Text> store, AtomicBoolean done) {
    while (!done.get()) {
      store.compact(Math.max(1, store.snapshot().revision() - 100));
    }
    return null;
  }

  private interface Writer {
    Void write(int writer) throws Exception;
  }

  private static void together(int writers, Writer writer) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Void>> tasks =
          IntStream.range(0, writers).<Callable<Void>>mapToObj(i -> () -> writer.write(i)).toList();
      for (Future<Void> each : threads.invokeAll(tasks)) {
        each.get();
      }
    }
  }
}
