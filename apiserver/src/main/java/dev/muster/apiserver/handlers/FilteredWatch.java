package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.visibility.PolicyHistory;
import dev.muster.apiserver.visibility.VisibleByRole;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import dev.muster.store.ClosedException;
import dev.muster.store.CompactedException;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.LaggedException;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.Watch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A watch of what its caller may see, while that changes.
 *
 * <p>INVARIANT: after everything up to a revision was told, the client has exactly what its caller
 * sees of the state at that revision. A frame carries an object only as it was at a revision at
 * which the caller saw it, or that the client has already: while rights last, events are told as
 * they are; when they changed, the difference of two states is.
 */
final class FilteredWatch {
  /** What is in the store's newest state is in its log at once. */
  private static final Duration MOMENT = Duration.ofMillis(100);

  private final Store<StoredObject> store;
  private final InstantSource clock;
  private final Watches watches;
  private final ResourceTarget target;
  private final ListOptions options;
  private final VisibleByRole visible;
  private final Selection selection;

  /** What is told of up to {@link #told}. */
  private VisibleObjects rights = VisibleObjects.NONE;

  private long told;

  FilteredWatch(
      Watches watches, ResourceTarget target, ListOptions options, VisibleByRole visible) {
    this.watches = watches;
    this.store = watches.store();
    this.clock = watches.clock();
    this.target = target;
    this.options = options;
    this.visible = visible;
    this.selection = Selection.of(target.kind(), options);
  }

  void watch(Exchange exchange, NegotiatedEncoding encoding) throws InterruptedException {
    long version = options.version();
    Instant end = clock.instant().plusSeconds(Watches.seconds(options));
    try (Exchange.Stream out = exchange.stream(200, encoding.streamContentType());
        InterruptibleWatch events =
            new InterruptibleWatch(after -> watches.open(target.prefix(), after))) {
      out.onGone(events::close);
      PolicyHistory.Subscription changes = visible.onChange(events::interrupt);
      WatchBatch batch = new WatchBatch(encoding, out);
      try {
        begin(version, batch);
        follow(events, batch, end);
      } catch (CompactedException e) {
        String why = "too old resource version: " + version + " (" + e.compacted() + ")";
        out.write(Watches.error(encoding, why));
      } catch (LaggedException e) {
        String why = "the watch fell too far behind and was ended: list again";
        out.write(Watches.error(encoding, why));
      } catch (UnknownRightsException e) {
        String why = "who may see what has changed since: list again";
        out.write(Watches.error(encoding, why));
      } catch (ClosedException e) {
        // the client is gone, or the server stops: the stream ends either way
      } finally {
        changes.close();
      }
    } catch (ClientGoneException e) {
      // nobody is left to be told
    }
  }

  private void begin(long version, WatchBatch batch) {
    Snapshot<StoredObject> now = store.snapshot();
    rights = rightsAt(now.revision());
    told = now.revision();
    if (options.sendInitialEvents().orElse(version == 0)) {
      tellAll(now, batch);
      if (options.sendInitialEvents().orElse(false) && options.bookmarks()) {
        batch.bookmark(told, true);
      }
      batch.send();
    } else if (version > 0) {
      // INVARIANT: what the client has was seen with the rights of now, and without a break
      if (!rightsAt(version).equals(rights) || !visible.lasts(rights, version, told)) {
        throw new UnknownRightsException();
      }
      told = version;
    }
  }

  private void follow(InterruptibleWatch events, WatchBatch batch, Instant end)
      throws InterruptedException {
    Instant nextBookmark = clock.instant().plus(Watches.BOOKMARK_EVERY);
    while (true) {
      Instant now = clock.instant();
      if (!now.isBefore(end)) {
        return;
      }
      // also without bookmarks: what was told must not be so long ago that it is forgotten
      Instant until = nextBookmark.isBefore(end) ? nextBookmark : end;
      List<Event<StoredObject>> polled = events.poll(told, Duration.between(now, until));
      // INVARIANT (revocation): taken after the events, so that it has all that they are judged by
      Snapshot<StoredObject> newest = store.snapshot();
      if (visible.lasts(rights, told, newest.revision())) {
        tell(polled, batch);
        told = Math.max(told, events.reached());
      } else {
        tellChange(newest, batch);
        events.restart();
      }
      if (!clock.instant().isBefore(nextBookmark)) {
        bookmark(batch);
        nextBookmark = clock.instant().plus(Watches.BOOKMARK_EVERY);
      }
      batch.send();
    }
  }

  private void tell(List<Event<StoredObject>> events, WatchBatch batch) {
    for (Event<StoredObject> event : events) {
      if (VisibleByRole.sees(rights, target, event.key())) {
        Watches.add(event, selection, batch);
      }
    }
  }

  private void tellAll(Snapshot<StoredObject> now, WatchBatch batch) {
    Iterator<Entry<StoredObject>> all = VisibleByRole.range(now, target, rights);
    while (all.hasNext()) {
      StoredObject object = all.next().value();
      if (selection.test(object)) {
        batch.event("ADDED", object);
      }
    }
  }

  /** Objects that are added are of any age, so that a bookmark says how far the watch is. */
  private void tellChange(Snapshot<StoredObject> newest, WatchBatch batch)
      throws InterruptedException {
    if (!visible.decides()) {
      throw new UnknownRightsException();
    }
    VisibleObjects now = rightsAt(newest.revision());
    new RightsChange(target, store.snapshot(told), rights, newest, now)
        .tell(written(newest.revision()), selection, batch);
    rights = now;
    told = newest.revision();
    bookmark(batch);
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

  private void bookmark(WatchBatch batch) {
    if (options.bookmarks()) {
      batch.bookmark(told, false);
    }
  }

  private VisibleObjects rightsAt(long revision) {
    return visible.at(revision).orElseThrow(UnknownRightsException::new);
  }
}
