package dev.muster.apiserver.controllers;

import java.util.List;

/** Waits for threads that were told to stop. */
final class Threads {
  private Threads() {}

  /** An interrupt does not cut the wait short; it stays set. */
  static void join(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
