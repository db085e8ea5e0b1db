package dev.muster.store;

import java.time.Duration;
import java.util.List;

/** A place in the stream of events. One thread polls; any thread may close. */
public interface Watch<V> extends AutoCloseable {

  /**
   * The next events, as many as are there up to a bound; empty when none came within the timeout.
   *
   * @throws LaggedException if this watch fell too far behind and was cut off
   * @throws ClosedException if the watch or the store was closed
   */
  List<Event<V>> poll(Duration timeout) throws InterruptedException;

  /**
   * Everything up to this revision was returned by {@link #poll} or does not concern this watch. A
   * new watch after it misses nothing.
   */
  long revision();

  @Override
  void close();
}
