package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.muster.base.deadline.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProjectionTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int LAG_LIMIT = 100;

  private final Store<Text> store =
      EmbeddedStore.inMemory(StoreOptions.defaults().withWatchLagLimit(LAG_LIMIT));

  @AfterEach
  void close() {
    store.close();
  }

  /** A copy of what it follows, published anew with each step; fails when told to. */
  private static final class Copy implements Follower<Text> {
    final Projection<Text> projection;
    private final List<String> prefixes;
    private volatile Map<String, String> published = Map.of();
    private final List<Long> applied = new ArrayList<>();
    private int loads;
    private int failures;

    Copy(Store<Text> store, String... prefixes) {
      this.prefixes = List.of(prefixes);
      this.projection = new Projection<>(store, this.prefixes, this);
    }

    Map<String, String> now() {
      projection.catchUp();
      return published;
    }

    @Override
    public void load(Snapshot<Text> snapshot) {
      Deadline.check();
      loads++;
      failIfTold();
      Map<String, String> fresh = new TreeMap<>();
      for (String prefix : prefixes) {
        snapshot
            .range(prefix, "")
            .forEachRemaining(entry -> fresh.put(entry.key(), entry.value().text()));
      }
      published = fresh;
    }

    @Override
    public void apply(Event<Text> event) {
      Deadline.check();
      applied.add(event.revision());
      Map<String, String> next = new TreeMap<>(published);
      Entry<Text> after = event.after();
      if (after == null) {
        next.remove(event.key());
      } else {
        next.put(event.key(), after.value().text());
      }
      failIfTold();
      published = next;
    }

    private void failIfTold() {
      if (failures > 0) {
        failures--;
        throw new IllegalStateException("told to fail");
      }
    }
  }

  private void write(String key, String text) {
    Entry<Text> old = store.snapshot().get(key);
    store.put(key, draft(text), old == null ? 0 : old.revision());
  }

  @Test
  void theEndOfARequestIsNoEndOfWhatItTakesInForAll() throws Exception {
    Deadline gone = Deadline.after(SOON, IllegalStateException::new, () -> {});
    gone.end(new IllegalStateException("the client is gone"));
    Copy copy = new Copy(store, "a/");
    store.put("a/1", draft("1"), 0);
    assertThat(gone.call(copy::now)).containsOnlyKeys("a/1");
    store.put("a/2", draft("2"), 0);
    assertThat(gone.call(copy::now)).containsOnlyKeys("a/1", "a/2");
    assertThat(copy.loads).isEqualTo(1);
  }

  @Test
  void whatWasWrittenBeforeIsLoadedAndWhatIsWrittenLaterIsApplied() {
    write("pods/a", "1");
    Copy copy = new Copy(store, "pods/");
    assertThat(copy.projection.revision()).isZero();
    assertThat(copy.now()).isEqualTo(Map.of("pods/a", "1"));
    write("pods/a", "2");
    write("nodes/n", "1");
    store.delete("pods/a", 3);
    write("pods/b", "3");
    assertThat(copy.now()).isEqualTo(Map.of("pods/b", "3"));
    assertThat(copy.applied).containsExactly(3L, 5L, 6L);
    assertThat(copy.projection.revision()).isEqualTo(6);
    assertThat(copy.loads).isOne();
  }

  @Test
  void theEventsOfSeveralPrefixesComeInTheOrderOfRevisions() {
    Copy copy = new Copy(store, "roles/", "bindings/", "users/a");
    assertThat(copy.now()).isEmpty();
    for (String key : List.of("bindings/b", "roles/r", "users/b", "users/a", "bindings/c")) {
      write(key, "1");
    }
    assertThat(copy.now()).containsOnlyKeys("bindings/b", "roles/r", "users/a", "bindings/c");
    assertThat(copy.applied).containsExactly(2L, 3L, 5L, 6L);
  }

  @Test
  void afterItWasCutOffForLaggingItBeginsAnew() {
    Copy copy = new Copy(store, "pods/", "nodes/");
    write("nodes/n", "1");
    assertThat(copy.now()).hasSize(1);
    int written = 1;
    while (copy.loads < 4) { // the cutting is done by a thread of its own, maybe a little late
      for (int i = 0; i < 3 * LAG_LIMIT; i++) {
        write("pods/" + written++, "1");
      }
      assertThat(copy.now()).hasSize(written).containsEntry("nodes/n", "1");
    }
    write("nodes/n", "2");
    assertThat(copy.now()).containsEntry("nodes/n", "2");
    assertThat(copy.loads).isEqualTo(4);
  }

  @Test
  void aCompactionBetweenSnapshotAndWatchIsNoticed() {
    write("pods/a", "1");
    Store<Text> compacting =
        new OtherWatches<>(store) {
          private boolean done;

          @Override
          public Watch<Text> watch(String prefix, long after) {
            if (!done) {
              done = true;
              write("pods/b", "1");
              store.compact(store.snapshot().revision());
            }
            return super.watch(prefix, after);
          }
        };
    Copy copy = new Copy(compacting, "nodes/", "pods/");
    assertThat(copy.now()).containsOnlyKeys("pods/a", "pods/b");
    write("pods/c", "1");
    store.compact(store.snapshot().revision());
    assertThat(copy.now()).containsOnlyKeys("pods/a", "pods/b", "pods/c");
    assertThat(copy.loads).isOne();
  }

  @Test
  void afterARestartItIsTheSame(@TempDir Path directory) {
    Map<String, String> before;
    try (Store<Text> first = EmbeddedStore.open(directory, Text.CODEC)) {
      Copy copy = new Copy(first, "pods/");
      assertThat(copy.now()).isEmpty();
      first.put("pods/a", draft("1"), 0);
      first.put("pods/b", draft("2"), 0);
      first.delete("pods/a", 2);
      before = copy.now();
    }
    try (Store<Text> second = EmbeddedStore.open(directory, Text.CODEC)) {
      Copy copy = new Copy(second, "pods/");
      assertThat(copy.now()).isEqualTo(before).containsOnlyKeys("pods/b");
      assertThat(copy.projection.revision()).isEqualTo(4);
    }
  }

  @Test
  void aFailureInTheMiddleOfEventsMakesItBeginAnew() {
    Copy copy = new Copy(store, "pods/");
    assertThat(copy.now()).isEmpty();
    write("pods/a", "1");
    write("pods/b", "1");
    write("pods/c", "1");
    copy.failures = 1;
    assertThat(copy.now()).containsOnlyKeys("pods/a", "pods/b", "pods/c");
    assertThat(copy.loads).isEqualTo(2);
    write("pods/d", "1");
    assertThat(copy.now()).hasSize(4);
    assertThat(copy.loads).isEqualTo(2);
  }

  @Test
  void nobodyIsAnsweredFromWhatCouldNotBeBroughtUpToDate() {
    write("pods/a", "1");
    Copy copy = new Copy(store, "pods/");
    assertThat(copy.now()).hasSize(1);
    write("pods/b", "1");
    copy.failures = 3;
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(copy::now)
          .withMessage("told to fail");
      assertThat(copy.published).as("readers that are at it").containsOnlyKeys("pods/a");
    }
    assertThat(copy.now()).containsOnlyKeys("pods/a", "pods/b");
  }

  @Test
  void anInterruptedReaderIsAnsweredAndStaysInterrupted() throws Exception {
    Copy copy = new Copy(store, "pods/", "nodes/");
    assertThat(copy.now()).isEmpty();
    write("pods/a", "1");
    FutureTask<Map<String, String>> reading =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              Map<String, String> seen = copy.now();
              return Thread.interrupted() ? seen : Map.of();
            });
    Thread.ofVirtual().start(reading);
    assertThat(reading.get()).containsOnlyKeys("pods/a");
    assertThat(copy.loads).isOne();
  }

  @Test
  void toldToReloadItBeginsAnew() {
    Copy copy = new Copy(store, "pods/");
    write("pods/a", "1");
    assertThat(copy.now()).hasSize(1);
    copy.projection.reload();
    assertThat(copy.now()).hasSize(1);
    assertThat(copy.loads).isEqualTo(2);
  }

  @Test
  void oneCanWaitForARevisionOfAnyKey() throws Exception {
    Copy copy = new Copy(store, "pods/");
    assertThat(copy.projection.await(1, Duration.ZERO)).isTrue();
    assertThat(copy.projection.await(3, Duration.ofMillis(1))).isFalse();
    FutureTask<Boolean> waiting = new FutureTask<>(() -> copy.projection.await(3, SOON));
    Thread.ofVirtual().start(waiting);
    write("pods/a", "1");
    write("nodes/n", "1");
    assertThat(waiting.get()).isTrue();
    assertThat(copy.published).containsOnlyKeys("pods/a");
    store.compact(3);
    assertThat(copy.projection.await(2, Duration.ZERO)).isTrue();
  }

  @Test
  void onceClosedItSaysSo() {
    Copy copy = new Copy(store, "pods/");
    assertThat(copy.now()).isEmpty();
    copy.projection.close();
    assertThatExceptionOfType(ClosedException.class)
        .isThrownBy(copy::now)
        .withMessage("the projection is closed");
    Copy other = new Copy(store, "pods/");
    assertThat(other.now()).isEmpty();
    write("pods/a", "1");
    store.close();
    assertThatExceptionOfType(ClosedException.class).isThrownBy(other::now);
    assertThatExceptionOfType(ClosedException.class).isThrownBy(other::now);
  }

  @Test
  void itNeedsSomethingToFollow() {
    assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new Copy(store));
  }

  /**
   * Four writers raise a number under one prefix and then under another, and look at once; readers
   * look all the time. Whatever was acknowledged is seen, the second number never runs ahead of the
   * first, and nothing that is there is ever missed, while watches are cut off again and again.
   */
  @Test
  void manyReadersAndWritersSeeWhatWasAcknowledgedAndOnlyStatesThatWere() throws Exception {
    int writers = 4;
    int rounds = 600;
    for (int w = 0; w < writers; w++) {
      write("first/" + w, "0");
      write("second/" + w, "0");
    }
    Copy copy = new Copy(store, "second/", "first/");
    List<Future<List<String>>> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (int w = 0; w < writers; w++) {
        String name = Integer.toString(w);
        results.add(
            threads.submit(
                () -> {
                  List<String> wrong = new ArrayList<>();
                  for (int i = 1; i <= rounds; i++) {
                    write("first/" + name, Integer.toString(i));
                    write("second/" + name, Integer.toString(i));
                    write("other/" + name, Integer.toString(i));
                    if (i % 200 < 100) { // and let it lag at other times
                      Map<String, String> seen = copy.now();
                      if (Integer.parseInt(seen.getOrDefault("second/" + name, "-1")) < i) {
                        wrong.add(name + " wrote " + i + " and saw " + seen);
                      }
                    }
                  }
                  return wrong;
                }));
      }
      for (int r = 0; r < 2; r++) {
        results.add(
            threads.submit(
                () -> {
                  List<String> wrong = new ArrayList<>();
                  while (!copy.now().getOrDefault("second/0", "").equals("" + rounds)) {
                    check(copy.published, writers, wrong);
                  }
                  return wrong;
                }));
      }
      for (Future<List<String>> result : results) {
        assertThat(result.get()).isEmpty();
      }
    }
  }

  private static void check(Map<String, String> seen, int writers, List<String> wrong) {
    for (int w = 0; w < writers; w++) {
      int first = Integer.parseInt(seen.getOrDefault("first/" + w, "-1"));
      int second = Integer.parseInt(seen.getOrDefault("second/" + w, "-1"));
      if (second < 0 || second > first) {
        wrong.add(seen.toString());
      }
    }
  }
}
