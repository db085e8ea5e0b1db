package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What somebody whose rights have changed is told: how what they see now differs from what they
 * were told of. An object that they no longer see is deleted to them as they last saw it; one that
 * they see from now on is added as it is.
 *
 * @param before what was seen, in the order of keys
 * @param after what is seen, in the order of keys
 * @param revision of the state that is seen
 */
record RightsChange(
    Iterator<Entry<StoredObject>> before, Iterator<Entry<StoredObject>> after, long revision) {

  void tell(Selection selection, WatchBatch to) {
    @Nullable Entry<StoredObject> old = next(before);
    @Nullable Entry<StoredObject> now = next(after);
    while (old != null || now != null) {
      int order = compare(old, now);
      @Nullable Entry<StoredObject> was = order <= 0 ? old : null;
      @Nullable Entry<StoredObject> is = order >= 0 ? now : null;
      if (was == null || is == null) {
        tell(was, is, selection, to);
      } else if (was.created() != is.created()) {
        tell(was, null, selection, to);
        tell(null, is, selection, to);
      } else if (was.revision() != is.revision()) {
        tell(was, is, selection, to);
      }
      old = order <= 0 ? next(before) : old;
      now = order >= 0 ? next(after) : now;
    }
  }

  private void tell(
      @Nullable Entry<StoredObject> was,
      @Nullable Entry<StoredObject> is,
      Selection selection,
      WatchBatch to) {
    String key = is != null ? is.key() : was != null ? was.key() : "";
    Watches.add(new Event<>(revision, key, was, is), selection, to);
  }

  /** What has come to its end is behind everything. */
  private static int compare(@Nullable Entry<StoredObject> old, @Nullable Entry<StoredObject> now) {
    if (old == null) {
      return 1;
    }
    return now == null ? -1 : old.key().compareTo(now.key());
  }

  private static @Nullable Entry<StoredObject> next(Iterator<Entry<StoredObject>> entries) {
    return entries.hasNext() ? entries.next() : null;
  }
}
