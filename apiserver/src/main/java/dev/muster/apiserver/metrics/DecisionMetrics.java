package dev.muster.apiserver.metrics;

import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Metric;
import java.util.concurrent.atomic.LongAdder;

/** Counts which authorizer had the last word, and what it was. */
final class DecisionMetrics {
  private final Counters decisions =
      Counters.counter(
          "apiserver_authorization_decisions_total",
          "Decisions that ended the search for one, by authorizer and outcome.",
          "type",
          "name",
          "decision");

  Metric metric() {
    return decisions;
  }

  Authorizer counting(String type, String name, Authorizer authorizer) {
    LongAdder allowed = decisions.of(type, name, "allowed");
    LongAdder denied = decisions.of(type, name, "denied");
    return request -> {
      Decision decision = authorizer.authorize(request);
      switch (decision) {
        case Decision.Allow allow -> allowed.increment();
        case Decision.Deny deny -> denied.increment();
        case Decision.NoOpinion none -> {}
      }
      return decision;
    };
  }
}
