package dev.muster.apiserver.authzconfig;

import java.util.List;

/** Which authorizers are asked, in their order; one that was found good. */
public record AuthorizationConfiguration(List<AuthorizerConfiguration> authorizers) {
  public AuthorizationConfiguration {
    authorizers = List.copyOf(authorizers);
  }

  /** The types of its authorizers, webhooks aside. */
  public List<String> typesButWebhooks() {
    return authorizers.stream()
        .map(AuthorizerConfiguration::type)
        .filter(type -> !type.equals(AuthorizerConfiguration.WEBHOOK))
        .toList();
  }
}
