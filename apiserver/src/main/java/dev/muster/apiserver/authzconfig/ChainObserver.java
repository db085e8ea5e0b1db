package dev.muster.apiserver.authzconfig;

import dev.muster.authz.Authorizer;
import dev.muster.authz.webhook.WebhookObserver;

/** Has what the authorizers of a chain do counted. Thread-safe. */
public interface ChainObserver {
  /** Counts nothing. */
  ChainObserver DEAF =
      new ChainObserver() {
        @Override
        public Authorizer counting(String type, String name, Authorizer authorizer) {
          return authorizer;
        }

        @Override
        public WebhookObserver webhook(String name) {
          return WebhookObserver.DEAF;
        }
      };

  /** The same authorizer, whose decisions are counted. */
  Authorizer counting(String type, String name, Authorizer authorizer);

  /** Is told what the webhook of this name does. */
  WebhookObserver webhook(String name);
}
