package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.muster.store.CommitFailedException.Aftermath;
import dev.muster.store.Journal.Batch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens around a commit: who shares it, who sees it when, and what its failure does. */
class CommitTest {
  private final GatedJournal journal = new GatedJournal();
  private final EmbeddedStore<Text> store =
      new EmbeddedStore<>(journal, Text.CODEC, StoreOptions.defaults());

  @AfterEach
  void close() {
    IntStream.range(0, 100).forEach(i -> journal.pass());
    store.close();
  }

  @Test
  void writesThatQueueUpDuringACommitShareTheNextOne() throws Exception {
    FutureTask<Entry<Text>> first = put("pods/a/first", 0);
    journal.arrived.take();
    List<FutureTask<Entry<Text>>> rest =
        IntStream.range(0, 50).mapToObj(i -> put("pods/a/" + i, 0)).toList();
    journal.pass();
    first.get();
    Batch second = journal.arrived.take();
    assertThat(second.rows()).hasSize(50);
    journal.pass();
    for (FutureTask<Entry<Text>> each : rest) {
      each.get();
    }
    assertThat(store.snapshot().revision()).isEqualTo(52);
  }

  @Test
  void aWriteIsInvisibleUntilItIsDurable() throws Exception {
    Watch<Text> watch = store.watch("pods/", 1);
    FutureTask<Entry<Text>> write = put("pods/a/x", 0);
    journal.arrived.take();
    assertThat(store.snapshot().revision()).isEqualTo(1);
    assertThat(store.snapshot().get("pods/a/x")).isNull();
    assertThat(watch.poll(Duration.ZERO)).isEmpty();
    assertThat(write.isDone()).isFalse();
    journal.pass();
    write.get();
    assertThat(store.snapshot().get("pods/a/x")).isNotNull();
    assertThat(watch.poll(Duration.ZERO)).hasSize(1);
  }

  @Test
  void writesOfOneBatchSeeEachOther() throws Exception {
    FutureTask<Entry<Text>> first = put("pods/a/first", 0);
    journal.arrived.take();
    FutureTask<Entry<Text>> create = put("pods/a/x", 0);
    FutureTask<Entry<Text>> again = put("pods/a/x", 0);
    FutureTask<Entry<Text>> update = put("pods/a/x", 3);
    journal.pass();
    journal.pass();
    first.get();
    assertThat(create.get().revision()).isEqualTo(3);
    assertThat(update.get().revision()).isEqualTo(4);
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(again::get)
        .havingCause()
        .asInstanceOf(type(ConflictException.class))
        .satisfies(e -> assertThat(e.current()).isEqualTo(create.get()));
  }

  @Test
  void aFailedBatchFailsAllItsWritesAndChangesNothing() throws Exception {
    FutureTask<Entry<Text>> first = put("pods/a/first", 0);
    journal.arrived.take();
    FutureTask<Entry<Text>> create = put("pods/a/x", 0);
    FutureTask<Entry<Text>> conflicting = put("pods/a/x", 0);
    journal.pass();
    first.get();
    journal.fail(Aftermath.ROLLED_BACK);
    for (FutureTask<?> each : List.of(create, conflicting)) {
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(each::get)
          .havingCause()
          .isExactlyInstanceOf(StoreException.class)
          .withMessage("nothing was written: no space");
    }
    assertThat(store.snapshot().revision()).isEqualTo(2);
    assertThat(store.snapshot().get("pods/a/x")).isNull();
    journal.pass();
    assertThat(store.put("pods/a/x", draft("1"), 0).revision()).isEqualTo(3);
  }

  @Test
  void afterAFailureOfUnknownExtentTheJournalIsOpenedAgainBeforeAnythingIsWritten()
      throws Exception {
    journal.pass();
    store.put("pods/a/x", draft("1"), 0);
    journal.fail(Aftermath.BROKEN);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> store.put("pods/a/y", draft("1"), 0))
        .isExactlyInstanceOf(StoreException.class)
        .withMessage(
            "it is unknown what was written: the store takes no writes until its file can be"
                + " written again: no space");
    for (Aftermath why : List.of(Aftermath.BROKEN, Aftermath.NO_SPACE)) {
      journal.failReopening(why);
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> store.put("pods/a/z", draft("1"), 0))
          .matches(e -> (e instanceof NoSpaceException) == (why == Aftermath.NO_SPACE))
          .withMessage(
              "nothing was written: the store takes no writes until its file can be written"
                  + " again: no space");
      assertThat(store.snapshot().get("pods/a/x")).isNotNull();
    }
    assertThat(journal.arrived).hasSize(2);
    assertThat(journal.reopened.get()).isZero();
    journal.pass();
    assertThat(store.put("pods/a/z", draft("1"), 0).revision()).isEqualTo(3);
    assertThat(journal.reopened.get()).isOne();
    assertThat(store.snapshot().get("pods/a/y")).isNull();
    journal.pass();
    assertThat(store.put("pods/a/y", draft("1"), 0).revision()).isEqualTo(4);
    assertThat(journal.reopened.get()).isOne();
  }

  @Test
  void whateverGoesWrongWhenItIsOpenedAgainIsTold() {
    journal.fail(Aftermath.BROKEN);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> store.put("pods/a/x", draft("1"), 0));
    journal.breaksWhenReopened = true;
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> store.put("pods/a/y", draft("1"), 0))
          .withMessageContaining("until it is opened again")
          .withMessageContaining("not foreseen");
    }
  }

  @Test
  void aWriterInterruptedInTheQueueWritesNothing() throws Exception {
    FutureTask<Entry<Text>> first = put("pods/a/first", 0);
    journal.arrived.take();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    FutureTask<Entry<Text>> second = new FutureTask<>(() -> interrupted("pods/a/x", flag));
    Thread.ofVirtual().start(second);
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(second::get)
        .havingCause()
        .isInstanceOf(InterruptedWriteException.class)
        .withMessage("interrupted while waiting to write; nothing was written");
    assertThat(flag.get()).as("the interrupt flag").isTrue();
    journal.pass();
    first.get();
    journal.pass();
    assertThat(store.put("pods/a/y", draft("1"), 0).revision()).isEqualTo(3);
    assertThat(store.snapshot().get("pods/a/x")).isNull();
  }

  @Test
  void aWriterInterruptedDuringItsCommitFinishesIt() throws Exception {
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    FutureTask<Entry<Text>> write =
        new FutureTask<>(
            () -> {
              Entry<Text> entry = store.put("pods/a/x", draft("1"), 0);
              flag.complete(Thread.currentThread().isInterrupted());
              return entry;
            });
    Thread thread = Thread.ofVirtual().start(write);
    journal.arrived.take();
    thread.interrupt();
    journal.pass();
    assertThat(write.get().revision()).isEqualTo(2);
    assertThat(flag.get()).as("the interrupt flag").isTrue();
  }

  private Entry<Text> interrupted(String key, CompletableFuture<Boolean> flag) {
    Thread.currentThread().interrupt();
    try {
      return store.put(key, draft("1"), 0);
    } finally {
      flag.complete(Thread.currentThread().isInterrupted());
    }
  }

  /** Starts a put and returns when it is in the queue. */
  private FutureTask<Entry<Text>> put(String key, long expected) {
    Callable<Entry<Text>> put = () -> store.put(key, draft("1"), expected);
    FutureTask<Entry<Text>> task = new FutureTask<>(put);
    Thread thread = Thread.ofVirtual().start(task);
    while (thread.getState() != Thread.State.WAITING && !task.isDone()) {
      Thread.onSpinWait();
    }
    return task;
  }
}
