package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.visibility.VisibleByRole;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Snapshot;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody whose rights have changed is told: how what they see now differs from what they
 * were told of. An object that they no longer see is deleted to them as they last saw it; one that
 * they see from now on is added as it is. It costs what there is to tell, and not what is seen
 * before and after.
 *
 * @param before the state that they were told of
 * @param had what they saw of it
 * @param now the state that they are told of
 * @param has what they see of it
 */
record RightsChange(
    ResourceTarget target,
    Snapshot<StoredObject> before,
    VisibleObjects had,
    Snapshot<StoredObject> now,
    VisibleObjects has) {

  /**
   * @param written the keys that were written between the two states
   */
  void tell(Set<String> written, Selection selection, WatchBatch to) {
    Iterator<Entry<StoredObject>> lost = VisibleByRole.range(before, target, had.without(has));
    while (lost.hasNext()) {
      Entry<StoredObject> entry = lost.next();
      if (hadSeen(entry.key()) && !isSeen(entry.key())) {
        tell(entry, null, selection, to);
      }
    }
    Iterator<Entry<StoredObject>> gained = VisibleByRole.range(now, target, has.without(had));
    while (gained.hasNext()) {
      Entry<StoredObject> entry = gained.next();
      if (isSeen(entry.key()) && !hadSeen(entry.key())) {
        tell(null, entry, selection, to);
      }
    }
    for (String key : written) {
      if (hadSeen(key) && isSeen(key)) {
        tellOf(key, selection, to);
      }
    }
  }

  /** Of an object that is seen as it was seen before, what came of it. */
  private void tellOf(String key, Selection selection, WatchBatch to) {
    @Nullable Entry<StoredObject> was = before.get(key);
    @Nullable Entry<StoredObject> is = now.get(key);
    if (was != null && is != null && was.created() != is.created()) {
      tell(was, null, selection, to);
      tell(null, is, selection, to);
    } else if (was == null || is == null || was.revision() != is.revision()) {
      tell(was, is, selection, to);
    }
  }

  private void tell(
      @Nullable Entry<StoredObject> was,
      @Nullable Entry<StoredObject> is,
      Selection selection,
      WatchBatch to) {
    Watches.add(new Event<>(now.revision(), "", was, is), selection, to);
  }

  private boolean hadSeen(String key) {
    return VisibleByRole.sees(had, target, key);
  }

  private boolean isSeen(String key) {
    return VisibleByRole.sees(has, target, key);
  }
}
