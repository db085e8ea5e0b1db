package dev.muster.apiserver.handlers;

import dev.muster.apiserver.flow.InitialEvents;
import dev.muster.apiserver.flow.OverloadedException;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.base.deadline.Deadline;
import dev.muster.http.Body;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import dev.muster.model.codec.Seconds;
import dev.muster.model.status.Status;
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
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Watches: the changes after a version, as a stream of events that ends with the time-out, the
 * client or the server.
 */
final class Watches {
  private static final long MIN_SECONDS = 1800;
  static final Duration BOOKMARK_EVERY = Duration.ofSeconds(60);

  /**
   * Where history begins: an empty store has this revision, and nobody can have seen anything at
   * it.
   */
  private static final long BEGINNING = 1;

  private final Store<StoredObject> store;
  private final InstantSource clock;

  Watches(Store<StoredObject> store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  void watch(
      Exchange exchange, ResourceTarget target, ListOptions options, NegotiatedEncoding encoding)
      throws InterruptedException {
    Selection selection = Selection.of(target.kind(), options);
    String prefix = target.prefix();
    long version = options.version();
    boolean initial = options.sendInitialEvents().orElse(version == 0);
    Instant end = clock.instant().plusSeconds(seconds(options));
    try (Exchange.Stream out = exchange.stream(200, encoding.streamContentType())) {
      Snapshot<StoredObject> snapshot = store.snapshot();
      long after = initial || version == 0 ? snapshot.revision() : version;
      InitialEvents beginning = InitialEvents.of(exchange);
      WatchBatch batch = new WatchBatch(encoding, beginning.sending(out));
      try (beginning;
          Watch<StoredObject> watch = open(prefix, after)) {
        out.onGone(watch::close);
        if (initial) {
          sendInitial(snapshot.range(prefix, ""), selection, batch, beginning);
          if (options.sendInitialEvents().orElse(false) && options.bookmarks()) {
            batch.bookmark(snapshot.revision(), true);
          }
          batch.send();
        }
        beginning.pause();
        follow(watch, selection, options, batch, end);
      } catch (CompactedException e) {
        String why = "too old resource version: " + version + " (" + e.compacted() + ")";
        out.write(error(encoding, why));
      } catch (LaggedException e) {
        out.write(error(encoding, "the watch fell too far behind and was ended: list again"));
      } catch (OverloadedException e) {
        out.write(error(encoding, Status.tooManyRequests()));
      } catch (ClosedException e) {
        // the client is gone, or the server stops: the stream ends either way
      }
    } catch (ClientGoneException e) {
      // nobody is left to be told
    }
  }

  Store<StoredObject> store() {
    return store;
  }

  InstantSource clock() {
    return clock;
  }

  Watch<StoredObject> open(String prefix, long after) {
    if (after <= BEGINNING && store.snapshot().revision() > BEGINNING) {
      throw new CompactedException(after, store.snapshot().revision());
    }
    return store.watch(prefix, after);
  }

  /** None at all is as good as no word about it. */
  static long seconds(ListOptions options) {
    long given = options.timeoutSeconds().orElse(0);
    return given != 0
        ? Seconds.bounded(given)
        : (long) (MIN_SECONDS * (1 + ThreadLocalRandom.current().nextDouble()));
  }

  private static void sendInitial(
      Iterator<Entry<StoredObject>> all,
      Selection selection,
      WatchBatch batch,
      InitialEvents beginning) {
    while (all.hasNext()) {
      Deadline.check();
      beginning.look();
      StoredObject object = all.next().value();
      if (selection.test(object)) {
        batch.event("ADDED", object);
      }
    }
  }

  private void follow(
      Watch<StoredObject> watch,
      Selection selection,
      ListOptions options,
      WatchBatch batch,
      Instant end)
      throws InterruptedException {
    Instant nextBookmark = clock.instant().plus(BOOKMARK_EVERY);
    while (true) {
      Instant now = clock.instant();
      if (!now.isBefore(end)) {
        return;
      }
      Instant until = options.bookmarks() && nextBookmark.isBefore(end) ? nextBookmark : end;
      List<Event<StoredObject>> events = watch.poll(Duration.between(now, until));
      for (Event<StoredObject> event : events) {
        add(event, selection, batch);
      }
      if (options.bookmarks() && !clock.instant().isBefore(nextBookmark)) {
        batch.bookmark(watch.revision(), false);
        nextBookmark = clock.instant().plus(BOOKMARK_EVERY);
      }
      batch.send();
    }
  }

  /** To a watcher, an object that begins or ceases to match its selectors is added or deleted. */
  static void add(Event<StoredObject> event, Selection selection, WatchBatch to) {
    @Nullable StoredObject before = event.before() == null ? null : event.before().value();
    @Nullable StoredObject after = event.after() == null ? null : event.after().value();
    boolean was = before != null && selection.test(before);
    boolean is = after != null && selection.test(after);
    if (after != null && is) {
      to.event(was ? "MODIFIED" : "ADDED", after);
    } else if (before != null && was) {
      to.event("DELETED", before.at(event.revision()));
    }
  }

  static Body error(NegotiatedEncoding encoding, String expired) {
    return error(encoding, Status.expired(expired));
  }

  static Body error(NegotiatedEncoding encoding, Status status) {
    Body body = new Body(3);
    encoding.error(status, body);
    return body;
  }
}
