package dev.muster.testing.history;

import dev.muster.testing.history.RecordedWrite.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Whether one key is linearizable. The store tells the order of its states, so each write has its
 * place in it, and each read one of those at which the key was as it was seen. That is an order of
 * all of them if nothing has a place before that of something which ended before it began: a read
 * may share the place of what it saw, a write has one of its own.
 *
 * <p>A read that does not tell the revision takes the first place that is left to it; whatever is
 * possible with a later one is possible with this one.
 */
final class KeyOrder {
  /**
   * One write or read.
   *
   * @param place among the states, if it is known before
   */
  private record Step(int place, Seen seen, long began, long ended, String what) {
    private static final int UNKNOWN = -1;
  }

  /** At 0 the absence before everything, then what each change led to. */
  private final List<HistoryEvent> states = new ArrayList<>();

  private final Map<Long, Integer> places = new HashMap<>();
  private final Map<String, Integer> texts = new HashMap<>();
  private final Map<Integer, RecordedWrite> writers = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * @param events the key's, in the order of revisions
   */
  KeyOrder(String key, List<HistoryEvent> events) {
    states.add(new HistoryEvent(0, key, HistoryEvent.DELETED));
    for (HistoryEvent event : events) {
      places.put(event.revision(), states.size());
      if (!event.deletion() && texts.put(event.text(), states.size()) != null) {
        faults.add("written twice: " + event);
      }
      states.add(event);
    }
  }

  List<String> faults(List<RecordedWrite> writes, List<RecordedRead> reads) {
    writes.stream().filter(w -> w.outcome() == Outcome.ACKNOWLEDGED).forEach(this::acknowledged);
    writes.stream().filter(w -> w.outcome() == Outcome.UNKNOWN).forEach(this::unknown);
    for (int place = 1; place < states.size(); place++) {
      if (!writers.containsKey(place)) {
        faults.add("nobody wrote: " + states.get(place));
      }
    }
    reads.forEach(this::read);
    order();
    return faults;
  }

  private void acknowledged(RecordedWrite write) {
    int place =
        write.deletion()
            ? deletionOf(write.replaces())
            : places.getOrDefault(write.revision(), Step.UNKNOWN);
    if (place == Step.UNKNOWN || !states.get(place).text().equals(write.text())) {
      faults.add("lost: " + write);
    } else {
      RecordedWrite other = writers.put(place, write);
      if (other != null) {
        faults.add("acknowledged twice: " + write + " and " + other);
      }
      steps.add(new Step(place, new Seen.Present(), write.began(), write.ended(), "" + write));
    }
  }

  /** If it happened, then at any time after it began. */
  private void unknown(RecordedWrite write) {
    int place =
        write.deletion()
            ? deletionOf(write.replaces())
            : texts.getOrDefault(write.text(), Step.UNKNOWN);
    if (place != Step.UNKNOWN && writers.putIfAbsent(place, write) == null) {
      steps.add(new Step(place, new Seen.Present(), write.began(), Long.MAX_VALUE, "" + write));
    }
  }

  private int deletionOf(long revision) {
    int next = places.getOrDefault(revision, Step.UNKNOWN) + 1;
    boolean deleted = next > 0 && next < states.size() && states.get(next).deletion();
    return deleted ? next : Step.UNKNOWN;
  }

  private void read(RecordedRead read) {
    steps.add(new Step(Step.UNKNOWN, read.seen(), read.began(), read.ended(), "" + read));
  }

  private void order() {
    steps.sort(Comparator.comparingLong(Step::began));
    PriorityQueue<Step> open = new PriorityQueue<>(Comparator.comparingLong(Step::ended));
    Step latest = new Step(0, new Seen.Absent(), 0, 0, "the beginning");
    for (Step step : steps) {
      for (Step ended = open.peek();
          ended != null && ended.ended() < step.began();
          ended = open.peek()) {
        open.remove();
        latest = ended.place() > latest.place() ? ended : latest;
      }
      int place = step.place() == Step.UNKNOWN ? placeFrom(latest.place(), step) : step.place();
      if (place == Step.UNKNOWN) {
        faults.add(why(step) + step.what() + " after " + latest.what());
      } else if (step.place() == place && place <= latest.place()) {
        faults.add("too early: " + latest.what() + " before " + step.what());
      } else {
        open.add(new Step(place, step.seen(), step.began(), step.ended(), step.what()));
      }
    }
  }

  private int placeFrom(int first, Step step) {
    for (int place = first; place < states.size(); place++) {
      if (step.seen().in(states.get(place))) {
        return place;
      }
    }
    return Step.UNKNOWN;
  }

  private String why(Step step) {
    return states.stream().anyMatch(step.seen()::in) ? "stale: " : "never written: ";
  }
}
