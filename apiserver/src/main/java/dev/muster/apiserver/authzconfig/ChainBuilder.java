package dev.muster.apiserver.authzconfig;

import dev.muster.apiserver.authzwebhook.HttpsReviewTransport;
import dev.muster.apiserver.authzwebhook.WebhookEvents;
import dev.muster.apiserver.authzwebhook.WebhookTroubles;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import dev.muster.authz.webhook.WebhookAuthorizer;
import dev.muster.base.Closing;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes chains of authorizers.
 *
 * @param builtIn the authorizers that all chains share, by type
 * @param events what webhooks tell those who run the server
 */
public record ChainBuilder(
    Map<String, BuiltInAuthorizer> builtIn, ChainObserver observer, WebhookEvents events) {
  public ChainBuilder {
    builtIn = Map.copyOf(builtIn);
  }

  /**
   * @throws InvalidConfigurationException if an authorizer cannot be made
   */
  AuthorizerChain build(AuthorizationConfiguration configuration) {
    Closing opened = new Closing();
    try {
      List<AuthorizerChain.Link> links = new ArrayList<>();
      for (AuthorizerConfiguration authorizer : configuration.authorizers()) {
        links.add(link(authorizer, opened));
      }
      return new AuthorizerChain(links, opened);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private AuthorizerChain.Link link(AuthorizerConfiguration authorizer, Closing opened) {
    if (authorizer.webhook().isPresent()) {
      return webhook(authorizer.name(), authorizer.webhook().get(), opened);
    }
    BuiltInAuthorizer known = builtIn.get(authorizer.type());
    if (known == null) {
      throw new InvalidConfigurationException(
          "authorizer type "
              + authorizer.type()
              + " is not allowed if it was not enabled at initial server startup");
    }
    return new AuthorizerChain.Link(
        authorizer.type(),
        authorizer.name(),
        observer.counting(authorizer.type(), authorizer.name(), known.authorizer()),
        known.rules(),
        Optional.empty());
  }

  private AuthorizerChain.Link webhook(String name, WebhookConfiguration webhook, Closing opened) {
    WebhookTroubles troubles = new WebhookTroubles(name, observer.webhook(name), events);
    RemoteServer server = new RemoteServer(connection(webhook.kubeconfig()));
    WebhookAuthorizer made =
        new WebhookAuthorizer(
            opened.add(new HttpsReviewTransport(server, webhook.timeout())),
            webhook.conditions(),
            webhook.settings(),
            troubles);
    return new AuthorizerChain.Link(
        AuthorizerConfiguration.WEBHOOK,
        name,
        observer.counting(AuthorizerConfiguration.WEBHOOK, name, made),
        made,
        Optional.of(troubles));
  }

  private static ClientConfig connection(Path kubeconfig) {
    try {
      if (Files.size(kubeconfig) == 0) {
        throw new InvalidConfigurationException(
            "invalid configuration: no configuration has been provided, try setting"
                + " KUBERNETES_MASTER environment variable");
      }
    } catch (IOException e) {
      // whoever reads it says what is wrong
    }
    return ClientConfig.readOrLoopback(kubeconfig);
  }
}
