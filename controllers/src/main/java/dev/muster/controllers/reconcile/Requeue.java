package dev.muster.controllers.reconcile;

import java.time.Duration;

/** When to look at a key again, if nothing happens to it before. */
public sealed interface Requeue {
  /** Not until something changes. */
  Requeue NEVER = new Never();

  static Requeue after(Duration delay) {
    return new After(delay);
  }

  /** Not until something changes. */
  record Never() implements Requeue {}

  /** After some time. */
  record After(Duration delay) implements Requeue {}
}
