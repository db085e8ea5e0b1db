package dev.muster.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The simplest thing that can be called a store: every state and every event in a list. */
final class Model {
  final List<TreeMap<String, Entry<Text>>> states =
      new ArrayList<>(List.of(new TreeMap<>(), new TreeMap<>()));
  final List<Event<Text>> events = new ArrayList<>();
  long compacted;

  long revision() {
    return states.size() - 1L;
  }

  Map<String, Entry<Text>> state(long revision) {
    return states.get((int) revision);
  }

  Map<String, Entry<Text>> state() {
    return states.getLast();
  }

  long revisionOf(String key) {
    Entry<Text> entry = state().get(key);
    return entry == null ? 0 : entry.revision();
  }

  /** What the store must answer. */
  Entry<Text> write(String key, @Nullable String text) {
    long revision = revision() + 1;
    TreeMap<String, Entry<Text>> next = new TreeMap<>(state());
    Entry<Text> before = next.get(key);
    Entry<Text> after = null;
    Entry<Text> answer;
    if (text == null) {
      Entry<Text> last = Objects.requireNonNull(next.remove(key));
      answer = new Entry<>(key, last.value(), last.created(), revision);
    } else {
      long created = before == null ? revision : before.created();
      after = new Entry<>(key, new Text(text, revision), created, revision);
      next.put(key, after);
      answer = after;
    }
    states.add(next);
    events.add(new Event<>(revision, key, before, after));
    return answer;
  }

  List<Event<Text>> events(String prefix, long after) {
    return events.stream().filter(e -> e.revision() > after && e.key().startsWith(prefix)).toList();
  }
}
