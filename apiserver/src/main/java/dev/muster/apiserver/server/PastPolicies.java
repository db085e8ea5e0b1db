package dev.muster.apiserver.server;

import dev.muster.apiserver.access.PolicyAt;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.status.Status;
import dev.muster.store.CompactedException;
import dev.muster.store.FutureRevisionException;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Roles and bindings as they were at earlier revisions, for as long as the store has them. To index
 * them costs as much as to start with them, so it is done once at a time, and the last few are
 * kept. Thread-safe.
 */
final class PastPolicies {
  private static final int KEPT = 2;

  private final Store<StoredObject> store;
  private final ReentrantLock indexing = new ReentrantLock();
  private final ArrayDeque<PolicyAt> kept = new ArrayDeque<>();

  PastPolicies(Store<StoredObject> store) {
    this.store = store;
  }

  PolicyAt at(long revision) {
    Snapshot<StoredObject> snapshot = snapshot(revision);
    indexing.lock();
    try {
      for (PolicyAt known : kept) {
        if (known.revision() == revision) {
          return known;
        }
      }
      PolicyAt made = new PolicyAt(RbacMirror.index(snapshot).snapshot(), revision);
      if (kept.size() == KEPT) {
        kept.removeFirst();
      }
      kept.add(made);
      return made;
    } finally {
      indexing.unlock();
    }
  }

  private Snapshot<StoredObject> snapshot(long revision) {
    try {
      return store.snapshot(revision);
    } catch (CompactedException e) {
      throw Status.expired(
              "roles and bindings of revision "
                  + revision
                  + " are not kept any more: ask without a revision for those of now")
          .exception();
    } catch (FutureRevisionException e) {
      throw Status.badRequest("spec.revision: nothing was written at " + revision + " yet")
          .exception();
    }
  }
}
