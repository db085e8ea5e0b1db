package dev.muster.apiserver.metrics;

import dev.muster.authz.webhook.WebhookObserver;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import dev.muster.base.metrics.MetricsPage;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What mode Webhook counts, under kube-apiserver's names where it counts the same. */
final class WebhookMetrics implements WebhookObserver {
  /** The webhook that flags configure has this name. */
  private static final String NAME = "default";

  private static final double[] SECONDS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};

  private final Counters evaluations =
      Counters.counter(
          "apiserver_authorization_webhook_evaluations_total",
          "Questions sent to authorization webhooks, by how that ended.",
          "name",
          "result");
  private final Histograms seconds =
      new Histograms(
          "apiserver_authorization_webhook_duration_seconds",
          "How long authorization webhooks took to answer, in seconds.",
          SECONDS,
          "name",
          "result");
  private final Counters failedOpen =
      Counters.counter(
          "apiserver_authorization_webhook_evaluations_fail_open_total",
          "Questions without an opinion because an authorization webhook failed.",
          "name",
          "result");
  private final Counters refused =
      Counters.counter(
          "muster_authorization_webhook_breaker_refused_total",
          "Questions not sent because an authorization webhook does not answer.",
          "name");
  private final Counters cache =
      Counters.counter(
          "muster_authorization_webhook_cache_lookups_total",
          "Questions by whether an answer was remembered.",
          "name",
          "result");
  private final LongAdder hits = cache.of(NAME, "hit");
  private final LongAdder misses = cache.of(NAME, "miss");
  private final AtomicInteger open = new AtomicInteger();

  List<Metric> all() {
    return List.of(evaluations, seconds, failedOpen, refused, cache, this::writeBreaker);
  }

  private void writeBreaker(MetricsPage page) {
    String name = "muster_authorization_webhook_breaker_open";
    page.family(name, "gauge", "Whether an authorization webhook is left alone: 0 or 1.");
    page.sample(name, MetricsPage.labels(List.of("name"), List.of(NAME)), open.longValue());
  }

  @Override
  public void roundTrip(String result, long nanos) {
    evaluations.of(NAME, result).increment();
    seconds.of(NAME, result).observe(nanos / 1e9);
  }

  @Override
  public void noOpinionAfter(String result, String problem) {
    failedOpen.of(NAME, result).increment();
  }

  @Override
  public void breaker(boolean closed) {
    open.set(closed ? 0 : 1);
  }

  @Override
  public void refusedByBreaker() {
    refused.of(NAME).increment();
  }

  @Override
  public void cache(boolean hit) {
    (hit ? hits : misses).increment();
  }
}
