package dev.muster.store;

import dev.muster.store.Journal.Batch;
import dev.muster.store.Journal.Row;
import dev.muster.store.Request.Change;
import dev.muster.store.Request.Upkeep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes that will be committed together, decided one after the other against the state that they
 * would leave. Nobody else sees any of it, not even a refusal, before {@link #settle}: a refusal
 * may rest on a write of the same batch.
 */
final class Pending<V> {
  private final List<Row> rows = new ArrayList<>();
  private final List<Event<V>> events = new ArrayList<>();
  private final List<Runnable> outcomes = new ArrayList<>();
  private final Footprint<V> footprint;
  private final boolean scarce;
  private TreeSnapshot<V> state;
  private long bytes;
  private long written;
  private long compacted;
  private long[] superseded = {};
  private boolean upkeep;

  /**
   * @param scarce whether disk space is left for deletions and small changes only
   */
  Pending(TreeSnapshot<V> state, Footprint<V> footprint, boolean scarce) {
    this.footprint = footprint;
    this.scarce = scarce;
    this.state = state;
  }

  void add(Request<V> request) {
    switch (request) {
      case Change<V> change -> decide(change);
      case Upkeep<V> part -> include(part);
    }
  }

  private void include(Upkeep<V> part) {
    upkeep = true;
    compacted = Math.max(compacted, part.compacted);
    superseded =
        LongStream.concat(Arrays.stream(superseded), Arrays.stream(part.superseded)).toArray();
    outcomes.add(() -> part.complete(true));
  }

  private void decide(Change<V> change) {
    Entry<V> current = state.get(change.key);
    if (change.expected != (current == null ? 0 : current.revision())
        || (current == null && change.draft == null)) {
      refuse(change, () -> new ConflictException(change.key, change.expected, current));
      return;
    }
    long revision = state.revision() + 1;
    Draft<V> draft = change.draft;
    if (draft != null) {
      V value;
      try {
        value = draft.committed(revision);
      } catch (RuntimeException e) {
        refuse(change, () -> new StoreException("\"" + change.key + "\" was not written", e));
        return;
      }
      long created = current == null ? revision : current.created();
      Entry<V> entry = new Entry<>(change.key, value, created, revision);
      if (!footprint.takes(entry, current, bytes)) {
        long size = footprint.of(entry);
        Usage usage = footprint.usage();
        refuse(change, () -> new FullStoreException(change.key, size, usage));
        return;
      }
      if (scarce && !footprint.takesWhenScarce(entry, current, written + length(change))) {
        refuse(change, () -> new NoSpaceException(change.key));
        return;
      }
      bytes += footprint.of(entry);
      written += length(change);
      accept(change, new Event<>(revision, change.key, current, entry), entry);
    } else if (current != null) {
      Entry<V> last = new Entry<>(current.key(), current.value(), current.created(), revision);
      accept(change, new Event<>(revision, change.key, current, null), last);
    }
  }

  private static int length(Change<?> change) {
    return change.bytes == null ? 0 : change.bytes.length;
  }

  private void accept(Change<V> change, Event<V> event, Entry<V> answer) {
    rows.add(new Row(event.revision(), change.key, answer.created(), change.bytes));
    events.add(event);
    state = state.after(event);
    outcomes.add(() -> change.complete(answer));
  }

  private void refuse(Change<V> change, Supplier<? extends StoreException> reason) {
    outcomes.add(() -> change.fail(reason));
  }

  /** What has to become durable, null if nothing. */
  @Nullable Batch batch() {
    return rows.isEmpty() && !upkeep ? null : new Batch(rows, compacted, superseded, upkeep);
  }

  TreeSnapshot<V> state() {
    return state;
  }

  List<Event<V>> events() {
    return events;
  }

  /** Tells every caller how its request ended. */
  void settle() {
    outcomes.forEach(Runnable::run);
  }
}
