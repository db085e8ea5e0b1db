package dev.muster.store;

import dev.muster.base.deadline.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something made of the entries under some prefixes, and kept up to date: a cache, an index, a
 * counter. Thread-safe. Nothing happens before the first {@link #catchUp}.
 *
 * <p>Exact in time: when {@link #catchUp} returns, the {@link Follower} has every write that was
 * acknowledged before it was called. It gets them in the order of revisions, whatever the prefix,
 * so that what it shows is always a state that the store had.
 *
 * <p>Whatever happens to the watches, the follower begins anew from a snapshot: when they fell
 * behind and were cut off, when their history was compacted away, when the follower itself failed.
 * If that fails as well {@link #catchUp} throws, and the next one tries again: nobody is answered
 * from what is out of date.
 *
 * <p>To be up to date costs two volatile reads. While other buckets are written it costs a few
 * more, and nobody waits for a lock on their account.
 */
public final class Projection<V> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Projection.class);

  private final Store<V> store;
  private final List<String> prefixes;
  private final Follower<V> follower;
  private final ReentrantLock taking = new ReentrantLock();

  /** One for each prefix; none if the follower has to begin anew. */
  private volatile List<Watch<V>> watches = List.of();

  /**
   * INVARIANT: true before anything is taken from the watches, false only once the follower has all
   * that was. Who finds that no watch is behind and then that this is false is up to date.
   */
  private volatile boolean unsettled = true;

  private volatile long revision;

  /** While the store is at this revision there is nothing to take in; 0 if that is not known. */
  private volatile long settled;

  /** Taken from one watch while another had not come so far yet. In the order of revisions. */
  private List<Event<V>> early = List.of();

  private boolean closed;

  public Projection(Store<V> store, List<String> prefixes, Follower<V> follower) {
    if (prefixes.isEmpty()) {
      throw new IllegalArgumentException("a projection needs a prefix to follow");
    }
    this.store = store;
    this.prefixes = List.copyOf(prefixes);
    this.follower = follower;
  }

  /**
   * Brings the follower up to date. An interrupt neither ends nor fails it.
   *
   * @throws ClosedException if this was closed, or the store before everything was taken in
   */
  public void catchUp() {
    if (store.snapshot().revision() == settled) {
      return;
    }
    if (!outOfDate()) {
      look(); // what was written is elsewhere: it is enough that one has seen so
      return;
    }
    taking.lock();
    try {
      if (outOfDate()) { // nobody did it while this one waited
        takeIn();
      }
    } finally {
      taking.unlock();
    }
  }

  private void look() {
    if (taking.tryLock()) {
      try {
        takeIn();
      } finally {
        taking.unlock();
      }
    }
  }

  /** The follower has everything up to this revision, and maybe more. 0 before the first load. */
  public long revision() {
    return revision;
  }

  /**
   * Waits until the follower has everything up to a revision, which may lie in the future.
   *
   * @return false if there was no such revision within the timeout
   */
  public boolean await(long awaited, Duration timeout) throws InterruptedException {
    long started = System.nanoTime();
    while (!reaches(awaited)) {
      Duration left = timeout.minusNanos(System.nanoTime() - started);
      if (!left.isPositive()) {
        return false;
      }
      try (Watch<V> anything = store.watch("", awaited - 1)) {
        anything.poll(left);
      } catch (CompactedException | LaggedException e) {
        LOG.debug("revision {} is long past: {}", awaited, e.getMessage());
      }
    }
    return true;
  }

  /** Has the follower begin anew, with the next {@link #catchUp}. */
  public void reload() {
    taking.lock();
    try {
      forget();
    } finally {
      taking.unlock();
    }
  }

  @Override
  public void close() {
    taking.lock();
    try {
      closed = true;
      forget();
    } finally {
      taking.unlock();
    }
  }

  private boolean outOfDate() {
    List<Watch<V>> now = watches;
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i).behind()) {
        return true;
      }
    }
    return unsettled; // INVARIANT: read after the watches, see there
  }

  private boolean reaches(long awaited) {
    if (revision < awaited) {
      taking.lock();
      try {
        takeIn();
      } finally {
        taking.unlock();
      }
    }
    return revision >= awaited;
  }

  private void takeIn() {
    if (closed) {
      throw new ClosedException("the projection");
    }
    unsettled = true;
    boolean done = false;
    try {
      // it is everybody's: a client that hangs up must not have it begin anew
      done = Deadline.without(() -> !watches.isEmpty() && follow() || load());
    } finally {
      if (!done) {
        forget();
      }
    }
  }

  /** Takes in what the watches have; false if the follower has to begin anew. */
  private boolean follow() {
    try {
      List<Event<V>> events = new ArrayList<>(early);
      long complete = Long.MAX_VALUE;
      for (Watch<V> watch : watches) {
        drain(watch, events);
        complete = Math.min(complete, watch.revision());
      }
      events.sort(Comparator.comparingLong(Event::revision));
      int taken = 0;
      while (taken < events.size() && events.get(taken).revision() <= complete) {
        follower.apply(events.get(taken++));
      }
      early = List.copyOf(events.subList(taken, events.size()));
      revision = Math.max(revision, complete);
      settled = revision;
      unsettled = !early.isEmpty();
      return true;
    } catch (ClosedException e) {
      throw e;
    } catch (LaggedException e) {
      LOG.info("prefixes={} are read again: {}", prefixes, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("prefixes={} are read again after a failure", prefixes, e);
    }
    return false;
  }

  private boolean load() {
    forget();
    Snapshot<V> snapshot = watchFromNow();
    follower.load(snapshot);
    revision = snapshot.revision();
    settled = revision;
    unsettled = false;
    return true;
  }

  private Snapshot<V> watchFromNow() {
    while (true) {
      Snapshot<V> snapshot = store.snapshot();
      List<Watch<V>> opened = new ArrayList<>();
      boolean all = false;
      try {
        for (String prefix : prefixes) {
          opened.add(store.watch(prefix, snapshot.revision()));
        }
        watches = List.copyOf(opened);
        all = true;
        return snapshot;
      } catch (CompactedException e) {
        LOG.debug("compacted meanwhile, so there is a newer state: {}", e.getMessage());
      } finally {
        if (!all) {
          opened.forEach(Watch::close);
        }
      }
    }
  }

  private void forget() {
    settled = 0;
    unsettled = true;
    watches.forEach(Watch::close);
    watches = List.of();
    early = List.of();
  }

  /** All that is there. The caller's interrupt is no reason to leave half of it. */
  private static <V> void drain(Watch<V> watch, List<Event<V>> into) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          List<Event<V>> some = watch.poll(Duration.ZERO);
          if (some.isEmpty()) {
            return;
          }
          into.addAll(some);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
