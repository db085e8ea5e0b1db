package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.CommitFailedException.Aftermath;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A journal whose commits wait until the test lets them through, or makes them fail. */
final class GatedJournal implements Journal {
  private record Verdict(@Nullable CommitFailedException failure) {}

  final LinkedBlockingQueue<Batch> arrived = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<Verdict> verdicts = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<CommitFailedException> reopening = new LinkedBlockingQueue<>();
  volatile boolean breaksWhenReopened;
  private final List<Row> durable = new ArrayList<>();
  final AtomicInteger reopened = new AtomicInteger();

  void pass() {
    verdicts.add(new Verdict(null));
  }

  void fail(Aftermath aftermath) {
    verdicts.add(new Verdict(failure(aftermath)));
  }

  /** Another attempt to open it again fails. */
  void failReopening(Aftermath aftermath) {
    reopening.add(failure(aftermath));
  }

  private static CommitFailedException failure(Aftermath aftermath) {
    return new CommitFailedException("no space", aftermath, new IllegalStateException("disk"));
  }

  @Override
  public long compacted() {
    return 0;
  }

  @Override
  public void replay(Replay replay) {
    durable.forEach(replay::row);
  }

  @Override
  public void commit(Batch batch) throws CommitFailedException {
    arrived.add(batch);
    CommitFailedException failure;
    try {
      failure = verdicts.take().failure;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (failure == null || failure.aftermath() == Aftermath.BROKEN) {
      durable.addAll(batch.rows());
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void reopen(long acknowledged, Predicate<Row> live, long count)
      throws CommitFailedException {
    CommitFailedException failure = reopening.poll();
    if (failure != null) {
      throw failure;
    }
    if (breaksWhenReopened) {
      throw new IllegalStateException("not foreseen");
    }
    assertThat(durable.stream().filter(live)).hasSize((int) count);
    durable.removeIf(row -> row.revision() > acknowledged);
    reopened.incrementAndGet();
  }

  @Override
  public boolean slack() {
    return false;
  }

  @Override
  public boolean scarce() {
    return false;
  }

  @Override
  public boolean stillScarce() {
    return false;
  }

  @Override
  public StoreException damaged(String problem) {
    return new StoreException(problem);
  }

  @Override
  public void close() {}
}
