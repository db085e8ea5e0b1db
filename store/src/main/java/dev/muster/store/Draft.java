package dev.muster.store;

/** A value about to be written, before its revision is known. */
public interface Draft<V> {

  /** What goes to disk. Called once, on the writer's own thread; must not be changed afterwards. */
  byte[] bytes();

  /** The value kept in memory. Called on the one committing thread: it must be quick. */
  V committed(long revision);
}
