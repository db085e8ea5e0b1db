package dev.muster.apiserver.server;

import dev.muster.apiserver.authzwebhook.HttpsReviewTransport;
import dev.muster.apiserver.authzwebhook.WebhookTroubles;
import dev.muster.apiserver.metrics.ServerMetrics;
import dev.muster.apiserver.plugin.AuthorizationPlugins;
import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.AlwaysDeny;
import dev.muster.authz.Authorizer;
import dev.muster.authz.PrivilegedGroup;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.UnionAuthorizer;
import dev.muster.authz.UnionRuleResolver;
import dev.muster.authz.webhook.WebhookAuthorizer;
import dev.muster.authz.webhook.WebhookObserver;
import dev.muster.authz.webhook.WebhookSettings;
import dev.muster.base.Closing;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The modes of {@code --authorization-mode}, as authorizers.
 *
 * @param policy of mode ABAC, if that is on
 * @param webhook how mode Webhook fares, if that is on
 * @param opened what is to be closed with them
 */
record Modes(
    Authorizer authorizer,
    RuleResolver rules,
    Optional<PolicyFile> policy,
    Optional<WebhookTroubles> webhook,
    Closing opened)
    implements AutoCloseable {

  /**
   * The modes in their order, after the group that may do anything.
   *
   * @param nodes mode Node, asked for if that is on
   * @param metrics count what the modes do
   * @throws IllegalArgumentException with every problem there is, one a line
   */
  static Modes of(
      Authorization config, RbacMirror rbac, Supplier<NodeMirror> nodes, ServerMetrics metrics) {
    Closing opened = new Closing();
    try {
      return of(config, rbac, nodes, metrics, opened);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static Modes of(
      Authorization config,
      RbacMirror rbac,
      Supplier<NodeMirror> nodes,
      ServerMetrics metrics,
      Closing opened) {
    AuthorizationPlugins plugins =
        opened.add(AuthorizationPlugins.find(config.pluginPath(), ModeNames.OURS));
    ModeNames.check(config, plugins.names());
    List<Authorizer> authorizers = new ArrayList<>();
    List<RuleResolver> resolvers = new ArrayList<>();
    Optional<PolicyFile> policy =
        config
            .policyFile()
            .map(file -> opened.add(PolicyFile.follow(file, metrics::policyReloaded)));
    Optional<WebhookTroubles> troubles =
        config.webhook().map(mode -> new WebhookTroubles(metrics.webhook()));
    authorizers.add(PrivilegedGroup.masters());
    for (String name : config.modes()) {
      switch (name) {
        case "AlwaysAllow" -> add(new AlwaysAllow(), authorizers, resolvers);
        case "AlwaysDeny" -> add(new AlwaysDeny(), authorizers, resolvers);
        case "ABAC" -> add(policy.orElseThrow().authorizer(), authorizers, resolvers);
        case "Node" -> add(nodes.get(), authorizers, resolvers);
        case "RBAC" -> add(rbac, authorizers, resolvers);
        case "Webhook" ->
            add(
                webhook(config.webhook().orElseThrow(), troubles.orElseThrow(), opened),
                authorizers,
                resolvers);
        default -> add(plugins.create(name, config.onPluginFailure()), authorizers, resolvers);
      }
    }
    return new Modes(
        new UnionAuthorizer(authorizers),
        new UnionRuleResolver(resolvers),
        policy,
        troubles,
        opened);
  }

  private static WebhookAuthorizer webhook(
      WebhookMode mode, WebhookObserver observer, Closing opened) {
    RemoteServer service = new RemoteServer(ClientConfig.read(mode.configFile()));
    return new WebhookAuthorizer(
        opened.add(new HttpsReviewTransport(service)),
        WebhookSettings.usual(mode.version(), mode.authorizedTtl(), mode.unauthorizedTtl()),
        observer);
  }

  private static <M extends Authorizer & RuleResolver> void add(
      M mode, List<Authorizer> authorizers, List<RuleResolver> resolvers) {
    authorizers.add(mode);
    resolvers.add(mode);
  }

  @Override
  public void close() {
    opened.close();
  }
}
