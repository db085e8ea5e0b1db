package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int LAG_LIMIT = 100;

  private final Store<Text> store =
      EmbeddedStore.inMemory(StoreOptions.defaults().withWatchLagLimit(LAG_LIMIT));

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aWaitingWatchIsWokenByAWrite() throws Exception {
    Watch<Text> watch = store.watch("pods/", 1);
    FutureTask<List<Event<Text>>> poll = inBackground(watch);
    store.put("nodes/n", draft("1"), 0);
    store.put("pods/a/x", draft("1"), 0);
    assertThat(poll.get()).extracting(Event::key).containsExactly("pods/a/x");
  }

  @Test
  void aPollWithoutEventsIsEmptyAtItsTimeout() throws Exception {
    assertThat(store.watch("pods/", 1).poll(Duration.ofMillis(1))).isEmpty();
  }

  @Test
  void closingAWatchEndsItsPoll() throws Exception {
    Watch<Text> watch = store.watch("pods/", 1);
    FutureTask<List<Event<Text>>> poll = inBackground(watch);
    watch.close();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(poll::get)
        .havingCause()
        .isInstanceOf(ClosedException.class)
        .withMessage("the watch is closed");
  }

  @Test
  void closingTheStoreEndsEveryPoll() throws Exception {
    FutureTask<List<Event<Text>>> poll = inBackground(store.watch("pods/", 1));
    store.close();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(poll::get)
        .havingCause()
        .isInstanceOf(ClosedException.class);
  }

  @Test
  void anInterruptEndsAPoll() throws Exception {
    Watch<Text> watch = store.watch("pods/", 1);
    FutureTask<List<Event<Text>>> poll = new FutureTask<>(() -> watch.poll(SOON));
    Thread thread = Thread.ofVirtual().start(poll);
    awaitWaiting(thread);
    thread.interrupt();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(poll::get)
        .withCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void aPrefixInsideABucketsNameWatchesAllBucketsItMatches() throws Exception {
    Watch<Text> all = store.watch("", 1);
    Watch<Text> some = store.watch("po", 1);
    write("pods/a", "nodes/a", "policies/a");
    assertThat(read(all, 3))
        .extracting(Event::key)
        .containsExactly("pods/a", "nodes/a", "policies/a");
    assertThat(read(some, 2)).extracting(Event::key).containsExactly("pods/a", "policies/a");
  }

  @Test
  void aWatchFromTheFutureWaitsForIt() throws Exception {
    Watch<Text> watch = store.watch("pods/", 4);
    assertThat(watch.revision()).isEqualTo(4);
    write("pods/a", "pods/b", "pods/c");
    assertThat(watch.poll(Duration.ZERO)).isEmpty();
    write("pods/d");
    assertThat(read(watch, 1)).extracting(Event::key).containsExactly("pods/d");
  }

  @Test
  void itsRevisionGoesOnWithWritesThatDoNotConcernIt() throws Exception {
    Watch<Text> watch = store.watch("pods/", 1);
    write("nodes/a", "nodes/b");
    assertThat(watch.poll(Duration.ZERO)).isEmpty();
    assertThat(watch.revision()).isEqualTo(3);
    write("pods/a", "nodes/c");
    assertThat(read(watch, 1)).hasSize(1);
    assertThat(watch.poll(Duration.ZERO)).isEmpty();
    assertThat(watch.revision()).isEqualTo(5);
  }

  @Test
  void aWatchThatFallsTooFarBehindIsCutOffWhileOthersGoOn() throws Exception {
    Watch<Text> slow = store.watch("pods/", 1);
    Watch<Text> quick = store.watch("pods/", 1);
    Watch<Text> elsewhere = store.watch("nodes/", 1);
    List<Event<Text>> seen = new ArrayList<>();
    for (int i = 0; i < 3 * LAG_LIMIT; i++) {
      store.put("pods/" + i, draft("1"), 0);
      seen.addAll(read(quick, 1));
    }
    assertThat(seen)
        .extracting(Event::revision)
        .containsExactlyElementsOf(LongStream.range(2, 2 + 3 * LAG_LIMIT).boxed().toList());
    assertThatExceptionOfType(LaggedException.class)
        .isThrownBy(() -> readUntilCutOff(slow))
        .withMessage(
            "the watch of \"pods/\" fell more than 100 events behind and was cut off; read a"
                + " snapshot and watch from its revision");
    assertThat(elsewhere.poll(Duration.ZERO)).isEmpty();
  }

  @Test
  void aBacklogLongerThanTheLagLimitCanBeReadToTheEnd() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      store.put("pods/" + i, draft("1"), 0);
    }
    Watch<Text> watch = store.watch("pods/", 1);
    store.put("pods/last", draft("1"), 0);
    List<Event<Text>> first = watch.poll(SOON);
    assertThat(first).as("a bounded batch").hasSizeLessThan(3_000);
    assertThat(watch.revision()).isEqualTo(first.getLast().revision());
    List<Event<Text>> rest = read(watch, 3_001 - first.size());
    assertThat(rest.getLast().key()).isEqualTo("pods/last");
  }

  @Test
  void aWatchIsNotDisturbedByACompactionThatOvertakesIt() throws Exception {
    Watch<Text> watch = store.watch("pods/", 1);
    write("pods/a", "pods/b", "pods/c");
    store.compact(4);
    assertThat(read(watch, 3)).extracting(Event::revision).containsExactly(2L, 3L, 4L);
  }

  /** The cut-off comes from another thread: keep writing until it has come. */
  private void readUntilCutOff(Watch<Text> watch) throws InterruptedException {
    for (int i = 0; ; i++) {
      store.put("pods/more-" + i, draft("1"), 0);
      if (i % (2 * LAG_LIMIT) == 0) {
        watch.poll(Duration.ZERO);
      }
    }
  }

  private void write(String... keys) {
    for (String key : keys) {
      store.put(key, draft("1"), 0);
    }
  }

  private static List<Event<Text>> read(Watch<Text> watch, int count) throws InterruptedException {
    List<Event<Text>> events = new ArrayList<>();
    while (events.size() < count) {
      List<Event<Text>> batch = watch.poll(SOON);
      assertThat(batch).isNotEmpty();
      events.addAll(batch);
    }
    return events;
  }

  private static FutureTask<List<Event<Text>>> inBackground(Watch<Text> watch) {
    FutureTask<List<Event<Text>>> poll = new FutureTask<>(() -> watch.poll(SOON));
    awaitWaiting(Thread.ofVirtual().start(poll));
    return poll;
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
