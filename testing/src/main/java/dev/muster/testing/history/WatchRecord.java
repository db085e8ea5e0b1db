package dev.muster.testing.history;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one client saw of all keys with a prefix, whichever server it watched. It goes on where it
 * was, or from a list if history was gone.
 */
public final class WatchRecord {
  /** Everything after a revision, as it came, and up to which it should be all. */
  private static final class Part {
    final long after;
    final List<HistoryEvent> events = new ArrayList<>();
    long upTo;

    Part(long after) {
      this.after = after;
      this.upTo = after;
    }
  }

  private final String name;
  private final String prefix;
  private final List<Part> parts = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();

  /** Of what comes after a revision. */
  public WatchRecord(String name, String prefix, long after) {
    this.name = name;
    this.prefix = prefix;
    this.parts.add(new Part(after));
  }

  /** History was gone: from here on it is what comes after a list. */
  public void listedAt(long revision) {
    lock.lock();
    try {
      parts.add(new Part(revision));
    } finally {
      lock.unlock();
    }
  }

  public void saw(HistoryEvent event) {
    lock.lock();
    try {
      parts.getLast().events.add(event);
      parts.getLast().upTo = Math.max(parts.getLast().upTo, event.revision());
    } finally {
      lock.unlock();
    }
  }

  /** All up to a revision has come. */
  public void bookmark(long revision) {
    lock.lock();
    try {
      parts.getLast().upTo = Math.max(parts.getLast().upTo, revision);
    } finally {
      lock.unlock();
    }
  }

  /** Where the watch goes on. */
  public long revision() {
    lock.lock();
    try {
      return parts.getLast().upTo;
    } finally {
      lock.unlock();
    }
  }

  /** How often history was gone. */
  public int lists() {
    lock.lock();
    try {
      return parts.size() - 1;
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param happened everything there was up to a revision
   */
  List<String> faults(NavigableMap<Long, HistoryEvent> happened, long known) {
    lock.lock();
    try {
      List<String> faults = new ArrayList<>();
      parts.forEach(part -> check(part, happened, known, faults));
      return faults;
    } finally {
      lock.unlock();
    }
  }

  private void check(
      Part part, NavigableMap<Long, HistoryEvent> happened, long known, List<String> faults) {
    NavigableMap<Long, HistoryEvent> missing = new TreeMap<>();
    long upTo = Math.min(part.upTo, known);
    if (upTo > part.after) {
      missing.putAll(happened.subMap(part.after, false, upTo, true));
      missing.values().removeIf(event -> !event.key().startsWith(prefix));
    }
    long last = part.after;
    for (HistoryEvent event : part.events) {
      if (event.revision() <= last) {
        faults.add(name + ": out of order or twice: " + event + " after revision " + last);
      } else if (event.revision() <= known && !event.equals(missing.remove(event.revision()))) {
        faults.add(name + ": never happened: " + event);
      }
      last = Math.max(last, event.revision());
    }
    missing.values().forEach(event -> faults.add(name + ": missed: " + event));
  }
}
