package dev.muster.apiserver.metrics;

import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.RequestObserver;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts and times requests. */
final class RequestMetrics implements RequestObserver {
  private static final double[] SECONDS = {
    0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30,
    45, 60
  };
  private static final int GONE = 499;

  final Counters requests =
      Counters.counter(
          "apiserver_request_total",
          "Requests by what they asked for and the status code of the answer.",
          "code",
          "component",
          "dry_run",
          "group",
          "resource",
          "scope",
          "subresource",
          "verb",
          "version");
  final Histograms durations =
      new Histograms(
          "apiserver_request_duration_seconds",
          "How long requests took, in seconds.",
          SECONDS,
          "component",
          "dry_run",
          "group",
          "resource",
          "scope",
          "subresource",
          "verb",
          "version");
  final Histograms responseSizes =
      new Histograms(
          "apiserver_response_sizes",
          "How large answers to GET and LIST were, in bytes.",
          Histograms.exponential(1000, 10, 7),
          "component",
          "group",
          "resource",
          "scope",
          "subresource",
          "verb",
          "version");
  final Counters longRunning =
      Counters.gauge(
          "apiserver_longrunning_requests",
          "Watches and connections that are open.",
          "component",
          "group",
          "resource",
          "scope",
          "subresource",
          "verb",
          "version");
  final Counters watchEvents =
      Counters.counter(
          "apiserver_watch_events_total",
          "Events sent to watchers.",
          "group",
          "resource",
          "version");
  final Histograms watchSizes =
      new Histograms(
          "apiserver_watch_events_sizes",
          "How large events sent to watchers were, in bytes.",
          Histograms.exponential(1024, 2, 8),
          "group",
          "resource",
          "version");
  private final Counters inFlight =
      Counters.gauge(
          "apiserver_current_inflight_requests",
          "Requests under way, open watches left out.",
          "request_kind");
  private final LongAdder reading = inFlight.of("readOnly");
  private final LongAdder mutating = inFlight.of("mutating");
  private final ConcurrentHashMap<RequestShape, RequestCells> cells = new ConcurrentHashMap<>();
  private final Kinds kinds;

  RequestMetrics(Kinds kinds) {
    this.kinds = kinds;
  }

  List<Metric> all() {
    return List.of(
        inFlight, longRunning, durations, requests, responseSizes, watchSizes, watchEvents);
  }

  /** An endpoint that counts what another one does. */
  Endpoint around(Endpoint endpoint) {
    return exchange -> handle(endpoint, exchange);
  }

  @Override
  public void understood(Exchange exchange, RequestInfo info, @Nullable Kind kind) {
    if (exchange instanceof MeteredExchange metered) {
      metered.understood(cells(metered, info, kind));
    }
  }

  private RequestCells cells(Exchange exchange, RequestInfo info, @Nullable Kind kind) {
    RequestShape shape = RequestShape.of(exchange, info, kind);
    RequestCells known = cells.get(shape);
    return known != null ? known : cells.computeIfAbsent(shape, s -> new RequestCells(this, s));
  }

  private void handle(Endpoint endpoint, Exchange exchange) throws Exception {
    MeteredExchange metered =
        new MeteredExchange(exchange, exchange.method().equals("GET") ? reading : mutating);
    int failed = 500;
    try {
      endpoint.handle(metered);
    } catch (ApiException e) {
      failed = e.status().code();
      throw e;
    } catch (ClientGoneException e) {
      failed = GONE;
      throw e;
    } finally {
      RequestCells known = metered.cells();
      metered.finish(known != null ? known : cells(exchange), failed, -1);
    }
  }

  /** For a request that ended before it was clear what it asks for. */
  private RequestCells cells(Exchange exchange) {
    RequestInfo info = RequestInfo.of(exchange.method(), exchange.path(), Query.parse(""));
    return cells(exchange, info, kinds.byResource(info.apiVersion(), info.resource()).orElse(null));
  }
}
