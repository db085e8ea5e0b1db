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
   * Whether {@link #poll} would give an event that is there already, or fail. Any thread may ask;
   * it costs a volatile read or two. True for an event that does not match in the end.
   */
  boolean behind();

  /**
   * Everything up to this revision was returned by {@link #poll} or does not concern this watch. A
   * new watch after it misses nothing.
   */
  long revision();

  @Override
  void close();
}
