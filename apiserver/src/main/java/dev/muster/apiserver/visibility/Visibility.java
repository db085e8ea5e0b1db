package dev.muster.apiserver.visibility;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Collectors;

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

  /** What is left out although it might be seen, for the client to know. */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /** Tells of what roles name too much of. */
  static Optional<String> warning(VisibleObjects seen) {
    if (seen.overfull().isEmpty()) {
      return Optional.empty();
    }
    String where =
        seen.overfull().stream()
            .sorted()
            .limit(3)
            .map(scope -> scope.isEmpty() ? "the cluster" : "namespace \"" + scope + "\"")
            .collect(Collectors.joining(", "));
    return Optional.of(
        AccessFilter.PARAMETER
            + ": roles name too many objects in "
            + where
            + (seen.overfull().size() > 3 ? " and others" : "")
            + "; none of these is shown by its name");
  }
}
