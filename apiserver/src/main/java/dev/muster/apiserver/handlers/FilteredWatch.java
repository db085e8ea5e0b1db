package dev.muster.apiserver.handlers;

import dev.muster.apiserver.flow.InitialEvents;
import dev.muster.apiserver.flow.OverloadedException;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.visibility.PolicyHistory;
import dev.muster.apiserver.visibility.VisibleByRole;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import dev.muster.model.status.Status;
import dev.muster.store.ClosedException;
import dev.muster.store.CompactedException;
import dev.muster.store.Event;
import dev.muster.store.LaggedException;
import dev.muster.store.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A watch of what its caller may see, while that changes. */
final class FilteredWatch {
  private final Watches watches;
  private final InstantSource clock;
  private final ResourceTarget target;
  private final ListOptions options;
  private final VisibleByRole visible;

  FilteredWatch(
      Watches watches, ResourceTarget target, ListOptions options, VisibleByRole visible) {
    this.watches = watches;
    this.clock = watches.clock();
    this.target = target;
    this.options = options;
    this.visible = visible;
  }

  /**
   * INVARIANT: it begins before its answer does. Whatever changes once the client has the status is
   * followed, and no reason to list again.
   */
  void watch(Exchange exchange, NegotiatedEncoding encoding) throws InterruptedException {
    Selection selection = Selection.of(target.kind(), options);
    try (InterruptibleWatch events =
        new InterruptibleWatch(after -> watches.open(target.prefix(), after))) {
      PolicyHistory.Subscription changes = visible.onChange(events::interrupt);
      try {
        FilteredEvents seen = new FilteredEvents(watches, target, selection, visible);
        Optional<Snapshot<StoredObject>> begun = begin(seen);
        try (Exchange.Stream out = exchange.stream(200, encoding.streamContentType())) {
          out.onGone(events::close);
          tell(begun, events, seen, encoding, out, InitialEvents.of(exchange));
        }
      } finally {
        changes.close();
      }
    } catch (ClientGoneException e) {
      // nobody is left to be told
    }
  }

  private boolean tellsAllFirst() {
    return options.sendInitialEvents().orElse(options.version() == 0);
  }

  /** The state that it began with; empty if nobody knows what the client may have seen. */
  private Optional<Snapshot<StoredObject>> begin(FilteredEvents seen) {
    try {
      Snapshot<StoredObject> now = seen.beginNow();
      if (!tellsAllFirst() && options.version() > 0) {
        seen.resume(options.version());
      }
      return Optional.of(now);
    } catch (UnknownRightsException e) {
      return Optional.empty();
    }
  }

  private void tell(
      Optional<Snapshot<StoredObject>> begun,
      InterruptibleWatch events,
      FilteredEvents seen,
      NegotiatedEncoding encoding,
      Exchange.Stream out,
      InitialEvents beginning)
      throws InterruptedException {
    Instant end = clock.instant().plusSeconds(Watches.seconds(options));
    WatchBatch batch = new WatchBatch(encoding, beginning.sending(out));
    try (beginning) {
      Snapshot<StoredObject> first = begun.orElseThrow(UnknownRightsException::new);
      if (tellsAllFirst()) {
        tellAll(first, seen, batch, beginning);
      }
      beginning.pause();
      follow(events, seen, batch, end);
    } catch (CompactedException e) {
      String why = "too old resource version: " + options.version() + " (" + e.compacted() + ")";
      out.write(Watches.error(encoding, why));
    } catch (LaggedException e) {
      String why = "the watch fell too far behind and was ended: list again";
      out.write(Watches.error(encoding, why));
    } catch (UnknownRightsException e) {
      String why = "who may see what has changed since: list again";
      out.write(Watches.error(encoding, why));
    } catch (OverloadedException e) {
      out.write(Watches.error(encoding, Status.tooManyRequests()));
    } catch (ClosedException e) {
      // the client is gone, or the server stops: the stream ends either way
    }
  }

  private void tellAll(
      Snapshot<StoredObject> first,
      FilteredEvents seen,
      WatchBatch batch,
      InitialEvents beginning) {
    seen.tellAll(first, batch, beginning);
    if (options.sendInitialEvents().orElse(false) && options.bookmarks()) {
      batch.bookmark(seen.told(), true);
    }
    batch.send();
  }

  private void follow(InterruptibleWatch events, FilteredEvents seen, WatchBatch batch, Instant end)
      throws InterruptedException {
    Instant nextBookmark = clock.instant().plus(Watches.BOOKMARK_EVERY);
    while (true) {
      Instant now = clock.instant();
      if (!now.isBefore(end)) {
        return;
      }
      // also without bookmarks: what was told must not be so long ago that it is forgotten
      Instant until = nextBookmark.isBefore(end) ? nextBookmark : end;
      List<Event<StoredObject>> polled = events.poll(seen.told(), Duration.between(now, until));
      boolean lasted = seen.tell(polled, events.reached(), batch);
      if (!lasted) {
        events.restart();
      }
      // what a grant adds is of any age: a bookmark says how far the watch is
      if (!lasted || !clock.instant().isBefore(nextBookmark)) {
        if (options.bookmarks()) {
          batch.bookmark(seen.told(), false);
        }
        nextBookmark = clock.instant().plus(Watches.BOOKMARK_EVERY);
      }
      batch.send();
    }
  }
}
