package dev.muster.apiserver.metrics;

import dev.muster.authz.webhook.ReviewConditions;
import dev.muster.authz.webhook.WebhookObserver;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Gauges;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What authorization webhooks count, under kube-apiserver's names where it counts the same. */
final class WebhookMetrics {
  private static final double[] SECONDS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
  private static final double[] CONDITION_SECONDS = {0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25};
  private static final String TYPE = "Webhook";

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
  private final Counters conditionErrors =
      Counters.counter(
          "apiserver_authorization_match_condition_evaluation_errors_total",
          "Questions that the conditions of an authorization webhook could not be evaluated for.",
          "type",
          "name");
  private final Counters exclusions =
      Counters.counter(
          "apiserver_authorization_match_condition_exclusions_total",
          "Questions that the conditions of an authorization webhook keep from it.",
          "type",
          "name");
  private final Histograms conditionSeconds =
      new Histograms(
          "apiserver_authorization_match_condition_evaluation_seconds",
          "How long the conditions of an authorization webhook took, in seconds.",
          CONDITION_SECONDS,
          "type",
          "name");
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
  private final Gauges open =
      new Gauges(
          "muster_authorization_webhook_breaker_open",
          "Whether an authorization webhook is left alone: 0 or 1.",
          "name");

  List<Metric> all() {
    return List.of(
        evaluations,
        seconds,
        failedOpen,
        conditionErrors,
        exclusions,
        conditionSeconds,
        refused,
        cache,
        open);
  }

  /** Counts for one webhook; one of the same name in a later configuration counts on. */
  WebhookObserver of(String name) {
    return new Counts(name);
  }

  private final class Counts implements WebhookObserver {
    private final String name;
    private final LongAdder hits;
    private final LongAdder misses;

    Counts(String name) {
      this.name = name;
      this.hits = cache.of(name, "hit");
      this.misses = cache.of(name, "miss");
    }

    @Override
    public void roundTrip(String result, long nanos) {
      evaluations.of(name, result).increment();
      seconds.of(name, result).observe(nanos / 1e9);
    }

    @Override
    public void failed(String result, String problem) {}

    @Override
    public void failedOpen(String result) {
      failedOpen.of(name, result).increment();
    }

    @Override
    public void matched(ReviewConditions.Outcome outcome, long nanos) {
      conditionSeconds.of(TYPE, name).observe(nanos / 1e9);
      switch (outcome) {
        case ReviewConditions.Outcome.Applies applies -> {}
        case ReviewConditions.Outcome.Excluded excluded -> {
          exclusions.of(TYPE, name).increment();
          if (!excluded.problems().isEmpty()) {
            conditionErrors.of(TYPE, name).increment();
          }
        }
        case ReviewConditions.Outcome.Failed failed -> conditionErrors.of(TYPE, name).increment();
      }
    }

    @Override
    public void breaker(boolean closed) {
      open.set(closed ? 0 : 1, name);
    }

    @Override
    public void refusedByBreaker() {
      refused.of(name).increment();
    }

    @Override
    public void cache(boolean hit) {
      (hit ? hits : misses).increment();
    }
  }
}
