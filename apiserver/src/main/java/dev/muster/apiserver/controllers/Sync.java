package dev.muster.apiserver.controllers;

import java.time.Duration;

/** When to look at a key again, if nothing happens to it before. */
sealed interface Sync {

  Sync DONE = new Done();
  Sync SOON = new Soon();

  static Sync after(Duration delay) {
    return new After(delay);
  }

  /** Not until something changes. */
  record Done() implements Sync {}

  /** In a while, later each time. */
  record Soon() implements Sync {}

  /** At a certain time. */
  record After(Duration delay) implements Sync {}
}
