package dev.muster.apiserver.handlers;

import dev.muster.apiserver.decisions.DecisionLog;
import dev.muster.apiserver.decisions.NotedDecision;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.http.Body;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Decisions that were made, as {@code decisions} of {@code access.muster.dev}: those that are still
 * kept, and new ones for as long as somebody watches. Who watches sees that watch itself once.
 */
final class DecisionHandler implements Subresources.Handler {
  /** How often a watch looks for new ones: what happens meanwhile is sent together. */
  private static final Duration PACE = Duration.ofMillis(100);

  private static final long LONGEST_SECONDS = 3600;

  private final DecisionLog log;
  private final Negotiation encodings;
  private final InstantSource clock;

  DecisionHandler(DecisionLog log, Negotiation encodings, InstantSource clock) {
    this.log = log;
    this.encodings = encodings;
    this.clock = clock;
  }

  @Override
  public void handle(ResourceRequest request) throws InterruptedException {
    NegotiatedEncoding encoding = encodings.of(request.exchange(), request.kind(), request.query());
    switch (request.target().verb()) {
      case "watch" -> watch(request, encoding);
      case "list" -> list(request, encoding);
      default -> get(request, encoding);
    }
  }

  private void list(ResourceRequest request, NegotiatedEncoding encoding) {
    Selection selection = Selection.of(request.kind(), ListOptions.of(request.query(), false));
    DecisionLog.Batch kept = log.after(0);
    List<StoredObject> all =
        kept.decisions().stream()
            .map(noted -> DecisionObjects.of(request.kind(), noted))
            .filter(selection)
            .toList();
    Body body = new Body(2);
    encoding.list(new NegotiatedEncoding.Page(all, kept.upTo(), "", -1), body);
    request.exchange().respond(200, encoding.contentType(), body);
  }

  private void get(ResourceRequest request, NegotiatedEncoding encoding) {
    Kind kind = request.kind();
    String name = request.target().name();
    NotedDecision found =
        log.after(0).decisions().stream()
            .filter(noted -> Long.toString(noted.number()).equals(name))
            .findFirst()
            .orElseThrow(() -> Status.notFound(kind.group(), kind.plural(), name).exception());
    Body body = new Body(2);
    encoding.object(DecisionObjects.of(kind, found), body);
    request.exchange().respond(200, encoding.contentType(), body);
  }

  private void watch(ResourceRequest request, NegotiatedEncoding encoding)
      throws InterruptedException {
    ListOptions options = ListOptions.of(request.query(), true);
    Selection selection = Selection.of(request.kind(), options);
    long seen = options.version();
    if (seen > log.newest()) {
      throw Status.expired("too large resource version: " + seen + ", the server began anew")
          .exception();
    }
    long seconds = options.timeoutSeconds().orElse(LONGEST_SECONDS);
    Instant end = clock.instant().plusSeconds(Math.clamp(seconds, 1, LONGEST_SECONDS));
    try (Exchange.Stream out = request.exchange().stream(200, encoding.streamContentType())) {
      CountDownLatch gone = new CountDownLatch(1);
      out.onGone(gone::countDown);
      WatchBatch batch = new WatchBatch(encoding, out);
      boolean told = seen > 0;
      do {
        DecisionLog.Batch news = log.after(seen);
        if (told && news.missed() > 0) {
          batch.event(
              "ADDED",
              DecisionObjects.gap(request.kind(), news.missed(), news.upTo(), clock.instant()));
        }
        for (NotedDecision noted : news.decisions()) {
          StoredObject object = DecisionObjects.of(request.kind(), noted);
          if (selection.test(object)) {
            batch.event("ADDED", object);
          }
        }
        batch.send();
        seen = news.upTo();
        told = true;
      } while (clock.instant().isBefore(end)
          && !gone.await(PACE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ClientGoneException e) {
      // nobody is left to be told
    }
  }
}
