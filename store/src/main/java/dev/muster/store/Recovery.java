package dev.muster.store;

import dev.muster.store.Journal.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Rebuilds what was in memory from a journal's rows. */
final class Recovery<V> {
  private final Map<String, Entry<V>> entries = new HashMap<>();
  private final LongStream.Builder superseded = LongStream.builder();
  private final Journal journal;
  private final Codec<V> codec;
  private final Footprint<V> footprint;
  private final long compacted;
  private @Nullable History<V> history;

  private Recovery(Journal journal, Codec<V> codec, long quota) {
    this.journal = journal;
    this.footprint = new Footprint<>(codec, quota);
    this.codec = codec;
    this.compacted = journal.compacted();
  }

  /**
   * @param superseded rows that an interrupted compaction left behind
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Recovered<V>(History<V> history, long[] superseded) {}

  static <V> Recovered<V> of(Journal journal, Codec<V> codec, long quota) {
    Recovery<V> recovery = new Recovery<>(journal, codec, quota);
    RowDecoding<V> decoding = new RowDecoding<>(recovery::entry, recovery::take);
    journal.replay(decoding::row);
    decoding.finish();
    return new Recovered<>(recovery.history(), recovery.superseded.build().toArray());
  }

  private @Nullable Entry<V> entry(Row row) {
    byte[] value = row.value();
    return value == null
        ? null
        : new Entry<>(row.key(), decode(row, value), row.created(), row.revision());
  }

  private void take(Row row, @Nullable Entry<V> entry) {
    if (row.revision() <= compacted) {
      base(row, entry);
    } else {
      event(row, entry);
    }
  }

  private V decode(Row row, byte[] value) {
    try {
      return codec.decode(row.key(), value, row.revision());
    } catch (RuntimeException e) {
      StoreException damaged =
          journal.damaged(
              "holds a value that cannot be read: \""
                  + row.key()
                  + "\" at revision "
                  + row.revision());
      damaged.addSuppressed(e);
      throw damaged;
    }
  }

  private void base(Row row, @Nullable Entry<V> entry) {
    Entry<V> before = entry == null ? entries.remove(row.key()) : entries.put(row.key(), entry);
    if (before != null) {
      superseded.add(before.revision());
    }
    if (entry == null) {
      superseded.add(row.revision());
    }
  }

  private void event(Row row, @Nullable Entry<V> after) {
    History<V> known = history();
    TreeSnapshot<V> state = known.newest();
    if (row.revision() != state.revision() + 1) {
      throw journal.damaged(
          "lacks the revisions between " + state.revision() + " and " + row.revision());
    }
    Event<V> event = new Event<>(row.revision(), row.key(), state.get(row.key()), after);
    known.publish(state.after(event), List.of(event));
  }

  private History<V> history() {
    History<V> known = history;
    if (known == null) {
      List<Entry<V>> sorted = new ArrayList<>(entries.values());
      sorted.sort(Comparator.comparing(Entry::key));
      known = new History<>(compacted, Tree.ofSorted(sorted), footprint);
      history = known;
      entries.clear();
    }
    return known;
  }
}
