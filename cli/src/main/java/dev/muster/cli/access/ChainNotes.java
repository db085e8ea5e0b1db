package dev.muster.cli.access;

import dev.muster.apiserver.authzconfig.ChainObserver;
import dev.muster.authz.Authorizer;
import dev.muster.authz.webhook.ReviewConditions;
import dev.muster.authz.webhook.WebhookObserver;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Notes which webhooks were not asked because of their conditions. */
final class ChainNotes implements ChainObserver {
  private final Set<String> excluded = ConcurrentHashMap.newKeySet();

  Set<String> excluded() {
    return Set.copyOf(excluded);
  }

  @Override
  public Authorizer counting(String type, String name, Authorizer authorizer) {
    return authorizer;
  }

  @Override
  public WebhookObserver webhook(String name) {
    return new WebhookObserver() {
      @Override
      public void matched(ReviewConditions.Outcome outcome, long nanos) {
        if (outcome instanceof ReviewConditions.Outcome.Excluded) {
          excluded.add(name);
        }
      }

      @Override
      public void roundTrip(String result, long nanos) {}

      @Override
      public void failed(String result, String problem) {}

      @Override
      public void failedOpen(String result) {}

      @Override
      public void breaker(boolean closed) {}

      @Override
      public void refusedByBreaker() {}

      @Override
      public void cache(boolean hit) {}
    };
  }
}
