package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.visibility.VisibleByRole;
import dev.muster.model.status.ApiException;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.Iterator;

/**
 * How many seats a request needs: one, and lists and watches that begin with one as many as there
 * are hundreds of thousands of bytes in it, up to ten, which is how Kubernetes counts what it
 * serves from memory.
 */
final class WorkEstimator {
  private static final long BYTES_PER_SEAT = 100_000;
  private static final int MOST = 10;

  /** So many objects are looked at to know how large they are. */
  private static final int SAMPLE = 4;

  /** Who sees more than so many of a collection in part needs all the seats there can be. */
  private static final int MOST_LOOKED = 2_000;

  private final Registry registry;

  WorkEstimator(Registry registry) {
    this.registry = registry;
  }

  int seats(ResourceRequest request) {
    boolean lists =
        switch (request.target().verb()) {
          case "list" -> true;
          case "watch" -> beginsWithList(request.query());
          default -> false;
        };
    boolean several = request.kind().stored() && request.target().name().isEmpty();
    if (!lists || !several || !request.target().fits()) {
      return 1;
    }
    return request.visible() instanceof VisibleByRole visible
        ? part(visible, request)
        : list(request.target().prefix(), request.query());
  }

  /** Of what is not seen, neither size nor number tells; it is not looked at to answer either. */
  private int part(VisibleByRole visible, ResourceRequest request) {
    long limit = limit(request.query());
    long bytes = 0;
    long looked = 0;
    for (Iterator<Entry<StoredObject>> seen =
            visible.range(registry.store().snapshot(), request.target(), "");
        looked < Math.min(limit, MOST_LOOKED) && bytes < MOST * BYTES_PER_SEAT && seen.hasNext();
        looked++) {
      bytes += seen.next().value().json().length;
    }
    return looked == MOST_LOOKED ? MOST : Math.clamp(bytes / BYTES_PER_SEAT + 1, 1, MOST);
  }

  private static boolean beginsWithList(Query query) {
    String version = query.text("resourceVersion");
    return query.flag("sendInitialEvents") || version.isEmpty() || version.equals("0");
  }

  private int list(String prefix, Query query) {
    Snapshot<StoredObject> snapshot = registry.store().snapshot();
    long count = snapshot.count(prefix);
    if (count == 0) {
      return 1;
    }
    long looked = 0;
    long bytes = 0;
    for (Iterator<Entry<StoredObject>> some = snapshot.range(prefix, "");
        looked < SAMPLE && some.hasNext();
        looked++) {
      bytes += some.next().value().json().length;
    }
    long size = bytes / Math.max(1, looked);
    return Math.clamp(Math.min(count, limit(query)) * size / BYTES_PER_SEAT + 1, 1, MOST);
  }

  /** What is no number is told to whoever may list. */
  private static long limit(Query query) {
    try {
      long limit = query.number("limit").orElse(0);
      return limit > 0 ? limit : Long.MAX_VALUE;
    } catch (ApiException e) {
      return Long.MAX_VALUE;
    }
  }
}
