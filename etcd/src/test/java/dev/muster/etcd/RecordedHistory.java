package dev.muster.etcd;

import dev.muster.store.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What clients of several stores saw, and what is wrong with it. Revisions are the order in which
 * writes happened; so a key is linearizable if each read has a write that had begun before it
 * ended, and none older than the last one acknowledged before it began.
 */
final class RecordedHistory {
  /** A write that was acknowledged. */
  record Write(String key, String text, long revision, long began, long ended) {}

  /** A read of the newest state; revision 0 if there was nothing. */
  record Read(String key, long revision, long began, long ended) {}

  final Queue<Write> writes = new ConcurrentLinkedQueue<>();
  final Queue<Read> reads = new ConcurrentLinkedQueue<>();

  /**
   * @param watched what each watch of everything brought
   */
  List<String> faults(Collection<List<Event<Note>>> watched) {
    List<String> faults = new ArrayList<>();
    List<Event<Note>> first = watched.iterator().next();
    for (List<Event<Note>> other : watched) {
      if (!other.equals(first)) {
        faults.add("two watches saw different events");
      }
      for (int i = 1; i < other.size(); i++) {
        if (other.get(i).revision() <= other.get(i - 1).revision()) {
          faults.add("events out of order or twice at revision " + other.get(i).revision());
        }
      }
    }
    Map<Long, Event<Note>> events = new HashMap<>();
    first.forEach(event -> events.put(event.revision(), event));
    for (Write write : writes) {
      Event<Note> event = events.get(write.revision());
      if (event == null
          || event.after() == null
          || !event.key().equals(write.key())
          || !event.after().value().text().equals(write.text())) {
        faults.add("lost: " + write);
      }
    }
    reads.forEach(read -> check(read, events, faults));
    return faults;
  }

  private void check(Read read, Map<Long, Event<Note>> events, List<String> faults) {
    if (read.revision() > 0 && !events.containsKey(read.revision())) {
      faults.add("never written: " + read);
    }
    for (Write write : writes) {
      if (write.key().equals(read.key())) {
        if (write.ended() < read.began() && read.revision() < write.revision()) {
          faults.add("stale: " + read + " after " + write);
        }
        if (write.revision() == read.revision() && write.began() > read.ended()) {
          faults.add("too early: " + read + " before " + write);
        }
      }
    }
  }
}
