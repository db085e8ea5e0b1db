package dev.muster.apiserver.metrics;

import dev.muster.base.deadline.Deadline;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import dev.muster.model.status.Status;
import dev.muster.store.AutoCompaction;
import dev.muster.store.ClosedException;
import dev.muster.store.ConflictException;
import dev.muster.store.Draft;
import dev.muster.store.Entry;
import dev.muster.store.FullStoreException;
import dev.muster.store.InterruptedWriteException;
import dev.muster.store.NoSpaceException;
import dev.muster.store.OvertakenException;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.UnreachableStoreException;
import dev.muster.store.UnreadableValueException;
import dev.muster.store.Usage;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store whose writes are timed; remembers whether the last one failed. One for which there is no
 * space is refused with a Status that says so.
 */
public final class MeteredStore<V> implements Store<V> {
  private static final Logger LOG = LoggerFactory.getLogger(MeteredStore.class);

  private static final double[] SECONDS = {
    0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30,
    45, 60
  };

  private static final Status FULL =
      Status.of(
          507,
          "InsufficientStorage",
          "database space exceeded: delete objects, or have --quota-backend-bytes raised");

  private static final Status NO_SPACE =
      Status.of(
          507,
          "InsufficientStorage",
          "the disk of the server's data is full: the write failed; writes go on by themselves"
              + " once there is space on it");

  private final Store<V> inner;
  private final Histograms durations =
      new Histograms(
          "etcd_request_duration_seconds",
          "How long writes to the store took, in seconds.",
          SECONDS,
          "operation",
          "resource");
  private final Counters requests =
      Counters.counter("etcd_requests_total", "Writes to the store.", "operation", "resource");
  private final Counters errors =
      Counters.counter(
          "etcd_request_errors_total",
          "Writes that the store could not do, conflicts left out.",
          "operation",
          "resource");
  private volatile Optional<String> fault = Optional.empty();

  public MeteredStore(Store<V> inner) {
    this.inner = inner;
  }

  List<Metric> all() {
    return List.of(durations, errors, requests);
  }

  /** What the store says of itself, or why the last write failed, if it did. */
  @Override
  public Optional<String> fault() {
    return inner.fault().or(() -> fault);
  }

  @Override
  public boolean outdated(Entry<V> entry) {
    return inner.outdated(entry);
  }

  @Override
  public boolean shared() {
    return inner.shared();
  }

  @Override
  public void awaitLatest(Duration staleness) {
    try {
      inner.awaitLatest(staleness);
    } catch (UnreachableStoreException e) {
      throw unreachable(e);
    }
  }

  @Override
  public AutoCompaction startCompaction() {
    return inner.startCompaction();
  }

  /**
   * As Kubernetes answers for an etcd that does not: that it was late, or in etcd's own words.
   * Where it is, is for the log only.
   */
  private static RuntimeException unreachable(UnreachableStoreException e) {
    String why = String.valueOf(e.getMessage());
    LOG.warn("the store failed: {}", why);
    if (e.late()) {
      return Status.timeout(
              "request did not complete within requested timeout - context deadline exceeded")
          .exception();
    }
    String told = why.startsWith("etcdserver: ") ? why : "etcd cannot be reached";
    return Status.of(500, "", told).exception();
  }

  @Override
  public Entry<V> put(String key, Draft<V> draft, long expected) {
    return timed(expected == 0 ? "create" : "update", key, () -> inner.put(key, draft, expected));
  }

  @Override
  public Entry<V> putUnlessOvertaken(
      String key, Draft<V> draft, long expected, String prefix, long since) {
    return timed(
        expected == 0 ? "create" : "update",
        key,
        () -> inner.putUnlessOvertaken(key, draft, expected, prefix, since));
  }

  @Override
  public Entry<V> delete(String key, long expected) {
    return timed("delete", key, () -> inner.delete(key, expected));
  }

  private Entry<V> timed(String operation, String key, Supplier<Entry<V>> write) {
    String resource = key.substring(0, Math.max(0, key.indexOf('/')));
    // INVARIANT: what is late is not written
    Deadline.check();
    long started = System.nanoTime();
    try {
      Entry<V> entry = write.get();
      fault = Optional.empty();
      return entry;
    } catch (FullStoreException e) {
      throw FULL.exception();
    } catch (ConflictException
        | OvertakenException
        | InterruptedWriteException
        | ClosedException e) {
      throw e;
    } catch (UnreachableStoreException e) {
      errors.of(operation, resource).increment();
      throw unreachable(e);
    } catch (UnreadableValueException e) {
      errors.of(operation, resource).increment();
      throw e;
    } catch (StoreException e) {
      fault = Optional.of(String.valueOf(e.getMessage()));
      errors.of(operation, resource).increment();
      throw e instanceof NoSpaceException ? NO_SPACE.exception() : e;
    } finally {
      requests.of(operation, resource).increment();
      durations.of(operation, resource).observe((System.nanoTime() - started) / 1e9);
    }
  }

  @Override
  public Snapshot<V> snapshot() {
    return inner.snapshot();
  }

  @Override
  public Snapshot<V> snapshot(long revision) {
    return inner.snapshot(revision);
  }

  @Override
  public Watch<V> watch(String prefix, long after) {
    return inner.watch(prefix, after);
  }

  @Override
  public Usage usage() {
    return inner.usage();
  }

  @Override
  public void compact(long revision) {
    inner.compact(revision);
  }

  @Override
  public void close() {
    inner.close();
  }
}
