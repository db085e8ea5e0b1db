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

  void watch(Exchange exchange, NegotiatedEncoding encoding) throws InterruptedException {
    Selection selection = Selection.of(target.kind(), options);
    long version = options.version();
    Instant end = clock.instant().plusSeconds(Watches.seconds(options));
    try (Exchange.Stream out = exchange.stream(200, encoding.streamContentType());
        InterruptibleWatch events =
            new InterruptibleWatch(after -> watches.open(target.prefix(), after))) {
      out.onGone(events::close);
      PolicyHistory.Subscription changes = visible.onChange(events::interrupt);
      InitialEvents beginning = InitialEvents.of(exchange);
      WatchBatch batch = new WatchBatch(encoding, beginning.sending(out));
      FilteredEvents seen = new FilteredEvents(watches, target, selection, visible, batch);
      try (beginning) {
        begin(version, seen, batch, beginning);
        beginning.pause();
        follow(events, seen, batch, end);
      } catch (CompactedException e) {
        String why = "too old resource version: " + version + " (" + e.compacted() + ")";
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
      } finally {
        changes.close();
      }
    } catch (ClientGoneException e) {
      // nobody is left to be told
    }
  }

  private void begin(long version, FilteredEvents seen, WatchBatch batch, InitialEvents beginning) {
    Snapshot<StoredObject> now = seen.beginNow();
    if (options.sendInitialEvents().orElse(version == 0)) {
      seen.tellAll(now, beginning);
      if (options.sendInitialEvents().orElse(false) && options.bookmarks()) {
        batch.bookmark(seen.told(), true);
      }
      batch.send();
    } else if (version > 0) {
      seen.resume(version);
    }
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
      boolean lasted = seen.tell(polled, events.reached());
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
