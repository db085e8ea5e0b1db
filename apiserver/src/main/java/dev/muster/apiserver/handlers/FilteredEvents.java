package dev.muster.apiserver.handlers;

import dev.muster.apiserver.flow.InitialEvents;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.visibility.VisibleByRole;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Snapshot;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the client of a filtered watch is told, and what it has been told of. For one thread.
 *
 * <p>INVARIANT: after everything up to a revision was told, the client has exactly what its caller
 * sees of the state at that revision. A frame carries an object only as it was at a revision at
 * which the caller saw it, or as the client has it already: while rights last, events are told as
 * they are; when they have changed, the difference of two states is.
 */
final class FilteredEvents {
  /** What is in the store's newest state is in its log at once. */
  private static final Duration MOMENT = Duration.ofMillis(100);

  private final Watches watches;
  private final ResourceTarget target;
  private final Selection selection;
  private final VisibleByRole visible;

  /** What is seen of the state that was told. */
  private VisibleObjects rights = VisibleObjects.NONE;

  private long told;

  FilteredEvents(
      Watches watches, ResourceTarget target, Selection selection, VisibleByRole visible) {
    this.watches = watches;
    this.target = target;
    this.selection = selection;
    this.visible = visible;
  }

  /** Everything up to this revision was told. */
  long told() {
    return told;
  }

  /**
   * Begins with the newest state, of which nothing is told.
   *
   * @throws UnknownRightsException if nobody knows what is seen of it
   */
  Snapshot<StoredObject> beginNow() {
    Snapshot<StoredObject> now = watches.store().snapshot();
    rights = rightsAt(now.revision());
    told = now.revision();
    return now;
  }

  /** Tells all that is seen of the state that it began with. */
  void tellAll(Snapshot<StoredObject> now, WatchBatch batch, InitialEvents beginning) {
    Iterator<Entry<StoredObject>> all = VisibleByRole.range(now, target, rights);
    while (all.hasNext()) {
      beginning.look();
      StoredObject object = all.next().value();
      if (selection.test(object)) {
        batch.event("ADDED", object);
      }
    }
  }

  /**
   * Goes back to what the client has of an earlier state.
   *
   * @throws UnknownRightsException unless it was seen with the rights of now, without a break
   */
  void resume(long version) {
    if (!rightsAt(version).equals(rights) || !visible.lasts(rights, version, told)) {
      throw new UnknownRightsException();
    }
    told = version;
  }

  /**
   * Tells what happened, as far as it is seen.
   *
   * @param events those after what was told and up to {@code reached}
   * @return whether rights have lasted; if not, all is told up to the newest state
   */
  boolean tell(List<Event<StoredObject>> events, long reached, WatchBatch batch)
      throws InterruptedException {
    // INVARIANT (revocation): taken after the events, so that it has all that they are judged by
    Snapshot<StoredObject> newest = watches.store().snapshot();
    if (!visible.lasts(rights, told, newest.revision())) {
      tellChange(newest, batch);
      return false;
    }
    for (Event<StoredObject> event : events) {
      if (VisibleByRole.sees(rights, target, event.key())) {
        Watches.add(event, selection, batch);
      }
    }
    told = Math.max(told, reached);
    return true;
  }

  private void tellChange(Snapshot<StoredObject> newest, WatchBatch batch)
      throws InterruptedException {
    if (!visible.decides()) {
      throw new UnknownRightsException();
    }
    VisibleObjects now = rightsAt(newest.revision());
    new RightsChange(target, watches.store().snapshot(told), rights, newest, now)
        .tell(written(newest.revision()), selection, batch);
    rights = now;
    told = newest.revision();
  }

  /** The keys of what was written since what was told, in their order. */
  private Set<String> written(long upTo) throws InterruptedException {
    Set<String> keys = new TreeSet<>();
    try (Watch<StoredObject> since = watches.open(target.prefix(), told)) {
      while (since.revision() < upTo) {
        since.poll(MOMENT).forEach(event -> keys.add(event.key()));
      }
    }
    return keys;
  }

  private VisibleObjects rightsAt(long revision) {
    return visible.at(revision).orElseThrow(UnknownRightsException::new);
  }
}
