package dev.muster.testing.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * What clients did and saw, and what is wrong with it: keys that are not linearizable, acknowledged
 * writes that are lost, refused ones that happened, lists that were never a state, and watches with
 * gaps. Whether somebody may do something is a read of the binding that says so.
 */
public final class RecordedHistory {
  private final Queue<RecordedWrite> writes = new ConcurrentLinkedQueue<>();
  private final Queue<RecordedRead> reads = new ConcurrentLinkedQueue<>();
  private final Queue<RecordedList> lists = new ConcurrentLinkedQueue<>();
  private final Map<String, LongAdder> acknowledged = new ConcurrentHashMap<>();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder answers = new LongAdder();

  public void add(RecordedWrite write) {
    writes.add(write);
    switch (write.outcome()) {
      case ACKNOWLEDGED ->
          acknowledged.computeIfAbsent(write.by(), by -> new LongAdder()).increment();
      case UNKNOWN -> unknown.increment();
      case REFUSED -> {}
    }
  }

  public void add(RecordedRead read) {
    reads.add(read);
    answers.increment();
  }

  public void add(RecordedList list) {
    lists.add(list);
    answers.increment();
  }

  /** How many writes were acknowledged. */
  public long acknowledged() {
    return acknowledged.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** How many writes were acknowledged by somebody. */
  public long acknowledged(String by) {
    return acknowledged.getOrDefault(by, new LongAdder()).sum();
  }

  /** How many writes nobody knows the end of. */
  public long unknown() {
    return unknown.sum();
  }

  /** How many answers there were about what is there. */
  public long answers() {
    return answers.sum();
  }

  /**
   * @param happened every change since before the first write, as the store itself tells; nothing
   *     is under way any more that could be added
   * @param known the revision up to which that is
   */
  public List<String> faults(
      Collection<HistoryEvent> happened, long known, Collection<WatchRecord> watches) {
    NavigableMap<Long, HistoryEvent> events = new TreeMap<>();
    List<String> faults = new ArrayList<>();
    for (HistoryEvent event : happened) {
      if (events.put(event.revision(), event) != null) {
        faults.add("two changes at one revision: " + event);
      }
    }
    Map<String, NavigableMap<Long, HistoryEvent>> byKey = new HashMap<>();
    events.forEach((at, e) -> byKey.computeIfAbsent(e.key(), k -> new TreeMap<>()).put(at, e));
    lists.forEach(list -> faults.addAll(notAState(list, byKey)));
    faults.addAll(keys(byKey));
    watches.forEach(watch -> faults.addAll(watch.faults(events, known)));
    return faults;
  }

  private List<String> keys(Map<String, NavigableMap<Long, HistoryEvent>> events) {
    Map<String, List<RecordedWrite>> writesOf = new HashMap<>();
    writes.forEach(w -> writesOf.computeIfAbsent(w.key(), k -> new ArrayList<>()).add(w));
    Map<String, List<RecordedRead>> readsOf = new HashMap<>();
    reads.forEach(r -> readsOf.computeIfAbsent(r.key(), k -> new ArrayList<>()).add(r));
    TreeSet<String> keys = new TreeSet<>(events.keySet());
    keys.addAll(writesOf.keySet());
    keys.addAll(readsOf.keySet());
    for (RecordedList list : lists) {
      for (String key : keys.subSet(list.prefix(), list.prefix() + Character.MAX_VALUE)) {
        readsOf.computeIfAbsent(key, k -> new ArrayList<>()).add(readOf(key, list));
      }
    }
    List<String> faults = new ArrayList<>();
    for (String key : keys) {
      faults.addAll(
          new KeyOrder(key, List.copyOf(events.getOrDefault(key, new TreeMap<>()).values()))
              .faults(writesOf.getOrDefault(key, List.of()), readsOf.getOrDefault(key, List.of())));
    }
    return faults;
  }

  private static RecordedRead readOf(String key, RecordedList list) {
    Long revision = list.items().get(key);
    Seen seen = revision == null ? new Seen.Absent() : new Seen.At(revision);
    return new RecordedRead(key, seen, "a list of " + list.by(), list.began(), list.ended());
  }

  private static List<String> notAState(
      RecordedList list, Map<String, NavigableMap<Long, HistoryEvent>> byKey) {
    Map<String, Long> then = new HashMap<>();
    byKey.forEach(
        (key, events) -> {
          Map.Entry<Long, HistoryEvent> last = events.floorEntry(list.revision());
          if (key.startsWith(list.prefix()) && last != null && !last.getValue().deletion()) {
            then.put(key, last.getKey());
          }
        });
    return then.equals(list.items())
        ? List.of()
        : List.of("never a state: " + list + ", but " + then);
  }
}
