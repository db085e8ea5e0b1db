package dev.muster.apiserver.controllers;

import java.util.List;

/**
 * One control loop's rule. {@link #sync} is called with a key that may need work: at the start for
 * every object of the watched kinds, then whenever one changes, and again after a while when it
 * asked for that or failed. Calls for one controller never overlap.
 */
interface Controller {

  /** As in {@code --controllers}. */
  String name();

  /** The storage prefixes of the kinds that are watched. */
  List<String> watches();

  /** Which key to look at when this object changed. */
  String keyFor(Change change);

  /**
   * Brings the cluster in line as far as {@code key} is concerned; true to be called again in a
   * while.
   */
  boolean sync(String key);
}
