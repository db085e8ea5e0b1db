package dev.muster.store;

import dev.muster.store.CommitFailedException.Aftermath;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A journal whose commits wait until the test lets them through, or makes them fail. */
final class GatedJournal implements Journal {
  private record Verdict(@Nullable CommitFailedException failure) {}

  final LinkedBlockingQueue<Batch> arrived = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<Verdict> verdicts = new LinkedBlockingQueue<>();
  private final List<Row> durable = new ArrayList<>();

  void pass() {
    verdicts.add(new Verdict(null));
  }

  void fail(boolean lasting) {
    verdicts.add(
        new Verdict(
            new CommitFailedException(
                "no space",
                lasting ? Aftermath.BROKEN : Aftermath.ROLLED_BACK,
                new IllegalStateException("disk"))));
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
    if (failure != null) {
      throw failure;
    }
    durable.addAll(batch.rows());
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
