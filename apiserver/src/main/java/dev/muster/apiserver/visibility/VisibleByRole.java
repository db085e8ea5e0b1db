package dev.muster.apiserver.visibility;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BooleanSupplier;
import java.util.stream.StreamSupport;

/**
 * What roles and bindings let somebody see, at any revision that history has: objects and policy
 * are in one store, so what was seen at a revision is a question with one answer.
 */
public final class VisibleByRole implements Visibility {
  private final Viewer viewer;
  private final VisibilityCache cache;
  private final PolicyHistory policy;
  private final Store<StoredObject> store;
  private final BooleanSupplier decides;

  /**
   * @param decides whether roles and bindings alone decide about the viewer
   */
  VisibleByRole(
      Viewer viewer,
      VisibilityCache cache,
      PolicyHistory policy,
      Store<StoredObject> store,
      BooleanSupplier decides) {
    this.viewer = viewer;
    this.cache = cache;
    this.policy = policy;
    this.store = store;
    this.decides = decides;
  }

  /**
   * INVARIANT (revocation): of an earlier state only what was seen then and is seen now. A grant
   * does not reach back, and a revocation does.
   */
  @Override
  public Iterator<Entry<StoredObject>> range(
      Snapshot<StoredObject> snapshot, ResourceTarget target, String startAfter) {
    long newest = store.snapshot().revision();
    VisibleObjects then = known(snapshot.revision());
    Iterator<Entry<StoredObject>> seen = VisibleRange.of(snapshot, target, then, startAfter);
    VisibleObjects now = newest == snapshot.revision() ? then : known(newest);
    if (now.equals(then)) {
      return seen;
    }
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(seen, Spliterator.ORDERED), false)
        .filter(entry -> ObjectPlace.of(target, entry.key()).isSeen(now))
        .iterator();
  }

  @Override
  public Optional<String> warning() {
    return at(store.snapshot().revision()).flatMap(Visibility::warning);
  }

  private VisibleObjects known(long revision) {
    return at(revision)
        .orElseThrow(
            () ->
                Status.expired(
                        "it is no longer known who might see what at the provided resource version")
                    .exception());
  }

  /** What is seen at a revision, if that is known. */
  public Optional<VisibleObjects> at(long revision) {
    return policy.at(revision).map(then -> cache.in(then, viewer));
  }

  /** Whether the same was seen at every revision from one on up to another, as far as is known. */
  public boolean lasts(VisibleObjects seen, long after, long upTo) {
    Optional<List<RbacSnapshot>> between = policy.between(after, upTo);
    return decides.getAsBoolean()
        && between.isPresent()
        && between.get().stream().allMatch(then -> cache.in(then, viewer).equals(seen));
  }

  /** Whether one of the target's objects is among those that are seen, by its key. */
  public static boolean sees(VisibleObjects seen, ResourceTarget target, String key) {
    return ObjectPlace.of(target, key).isSeen(seen);
  }

  /** Those of a state that are seen with certain rights. */
  public static Iterator<Entry<StoredObject>> range(
      Snapshot<StoredObject> snapshot, ResourceTarget target, VisibleObjects seen) {
    return VisibleRange.of(snapshot, target, seen, "");
  }

  /** Whether roles and bindings still decide alone. */
  public boolean decides() {
    return decides.getAsBoolean();
  }

  /** Runs an action after every change of policy. */
  public PolicyHistory.Subscription onChange(Runnable action) {
    return policy.onChange(action);
  }
}
