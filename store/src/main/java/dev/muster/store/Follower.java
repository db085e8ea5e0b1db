package dev.muster.store;

/**
 * What a {@link Projection} makes of the store. Called by one thread at a time, never with an event
 * that the last {@link #load} or an earlier {@link #apply} has brought already; must not ask the
 * projection that calls it for anything.
 */
public interface Follower<V> {

  /**
   * Begins anew from this state. What was made before stays in the readers' hands until this one is
   * whole: make the new thing aside and publish it at once.
   */
  void load(Snapshot<V> snapshot);

  /**
   * Takes in one more write. If this fails, half done or not, {@link #load} follows before anybody
   * is told that the write was taken in.
   */
  void apply(Event<V> event);
}
