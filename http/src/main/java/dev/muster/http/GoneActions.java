package dev.muster.http;

import java.util.ArrayList;
import java.util.List;

/** What is to be run, each on a thread of its own, once a client is gone. Thread-safe. */
public final class GoneActions {
  private final List<Runnable> actions = new ArrayList<>(1);
  private boolean gone;

  /** Runs the action later, or at once if the client is gone already. */
  public void add(Runnable action) {
    synchronized (this) {
      if (!gone) {
        actions.add(action);
        return;
      }
    }
    Thread.startVirtualThread(action);
  }

  public void run() {
    List<Runnable> due;
    synchronized (this) {
      gone = true;
      due = List.copyOf(actions);
      actions.clear();
    }
    due.forEach(Thread::startVirtualThread);
  }

  /** What has not run by now never will. */
  public synchronized void forget() {
    actions.clear();
  }
}
