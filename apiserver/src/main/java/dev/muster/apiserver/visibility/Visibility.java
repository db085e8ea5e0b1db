package dev.muster.apiserver.visibility;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.Iterator;

/** Which objects of the collection that a request is about its caller may see. */
public sealed interface Visibility
    permits Visibility.Everything, VisibleByRole, VisibleByQuestions {

  /** The request itself is allowed, or nothing in it depends on who asks. */
  enum Everything implements Visibility {
    EVERYTHING;

    @Override
    public Iterator<Entry<StoredObject>> range(
        Snapshot<StoredObject> snapshot, ResourceTarget target, String startAfter) {
      return snapshot.range(target.prefix(), startAfter);
    }
  }

  /**
   * What is seen of a state, in the order of keys.
   *
   * @param startAfter a key, or empty to begin with the first
   * @throws dev.muster.model.status.ApiException with 410 if it is no longer known what was seen
   *     then
   */
  Iterator<Entry<StoredObject>> range(
      Snapshot<StoredObject> snapshot, ResourceTarget target, String startAfter);
}
