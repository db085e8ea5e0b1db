package dev.muster.apiserver.controllers;

import java.util.Collection;

/**
 * One control loop's rule. {@link #sync} is called with a key that may need work: at the start for
 * every object, then whenever one changes, and again later when it asked for that or failed. Calls
 * for one key never overlap; calls for different keys do if there is more than one worker.
 */
interface Controller {

  /** As in {@code --controllers}. */
  String name();

  /**
   * Which keys to look at because of this object. Called for all objects of all kinds, by one
   * thread, in the order of their revisions: it must be quick.
   */
  Collection<String> keysFor(Change change);

  /** Brings the cluster in line as far as {@code key} is concerned. */
  Sync sync(String key);

  /** What must be there before the server says that it is ready. */
  default void prepare() {}

  /**
   * All objects will be shown again, and what {@link #keysFor} remembered counts no more. {@link
   * #sync} is called meanwhile, and must not take what is missing so far for gone.
   */
  default void restart() {}

  /** All objects were shown as they were at this revision. */
  default void restarted(long revision) {}

  /** How many keys are worked on at a time. */
  default int workers() {
    return 1;
  }
}
