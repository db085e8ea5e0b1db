package dev.muster.apiserver.server;

import dev.muster.apiserver.authzconfig.AuthorizationConfiguration;
import dev.muster.apiserver.authzconfig.ChainBuilder;
import dev.muster.apiserver.authzconfig.ConfigurationReader;
import dev.muster.apiserver.authzconfig.ConfiguredAuthorizer;
import dev.muster.apiserver.authzwebhook.WebhookEvents;
import dev.muster.apiserver.metrics.ConfigReloadMetrics;
import dev.muster.apiserver.metrics.ServerMetrics;
import dev.muster.apiserver.plugins.AuthorizationPlugins;
import dev.muster.apiserver.reload.LoadedConfig;
import dev.muster.apiserver.reload.ReloadingFile;
import dev.muster.base.Closing;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Who decides: the authorizers of {@code --authorization-config}, or those that flags name.
 *
 * @param policy of mode ABAC, if that is on
 * @param follower of the configuration's file, if there is one
 * @param events what webhooks tell
 * @param byRole whether RBAC is one of them, which no reload changes
 * @param opened what is to be closed with them
 */
record Modes(
    ConfiguredAuthorizer authorizer,
    Optional<PolicyFile> policy,
    Optional<ReloadingFile<AuthorizationConfiguration, ?>> follower,
    WebhookEvents events,
    boolean byRole,
    Closing opened)
    implements AutoCloseable {

  /**
   * The authorizers in their order, after the group that may do anything.
   *
   * @param nodes mode Node, asked for if that is on
   * @param metrics count what the authorizers do
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
    ConfigurationReader reader = new ConfigurationReader(types(plugins));
    Optional<LoadedConfig<AuthorizationConfiguration>> loaded =
        config.configFile().map(reader::read);
    AuthorizationConfiguration configuration =
        loaded
            .map(LoadedConfig::configuration)
            .orElseGet(() -> FlagConfiguration.of(config, plugins.names()));
    BuiltInModes builtIn =
        BuiltInModes.of(configuration, config, rbac, nodes, metrics::policyReloaded, plugins);
    builtIn.policy().ifPresent(opened::add);
    WebhookEvents events = new WebhookEvents();
    ChainBuilder builder = new ChainBuilder(builtIn.byType(), metrics.authorizers(), events);
    ConfiguredAuthorizer authorizer =
        opened.add(authorizer(configuration, builder, loaded.isPresent()));
    Optional<ReloadingFile<AuthorizationConfiguration, ?>> follower =
        loaded.map(
            initial ->
                opened.add(
                    follower(
                        config.configFile().orElseThrow(),
                        reader,
                        initial,
                        authorizer,
                        builder,
                        metrics)));
    boolean byRole = configuration.typesButWebhooks().contains("RBAC");
    return new Modes(authorizer, builtIn.policy(), follower, events, byRole, opened);
  }

  private static List<String> types(AuthorizationPlugins plugins) {
    List<String> types = new ArrayList<>(ModeNames.OURS);
    types.addAll(plugins.names());
    return types;
  }

  private static ConfiguredAuthorizer authorizer(
      AuthorizationConfiguration configuration, ChainBuilder builder, boolean ofFile) {
    try {
      return new ConfiguredAuthorizer(configuration, builder);
    } catch (IllegalArgumentException e) {
      throw ofFile
          ? new IllegalArgumentException("invalid authorization config: " + e.getMessage(), e)
          : e;
    }
  }

  private static ReloadingFile<AuthorizationConfiguration, ?> follower(
      Path file,
      ConfigurationReader reader,
      LoadedConfig<AuthorizationConfiguration> initial,
      ConfiguredAuthorizer authorizer,
      ChainBuilder builder,
      ServerMetrics metrics) {
    ConfigReloadMetrics counts =
        metrics.configReloads(
            "authorization", ServerIdentity.ofThisMachine(), InstantSource.system());
    counts.inForce(initial.bytes());
    return ReloadingFile.follow(
        "authorization configuration",
        file,
        initial,
        authorizer.reloads(reader, initial.configuration(), builder),
        counts,
        InstantSource.system());
  }

  @Override
  public void close() {
    opened.close();
  }
}
