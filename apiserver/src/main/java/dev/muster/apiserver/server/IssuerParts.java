package dev.muster.apiserver.server;

import dev.muster.apiserver.authn.TokenAuthenticator;
import dev.muster.apiserver.authn.TokenWebhook;
import dev.muster.apiserver.authn.config.AnonymousConfiguration;
import dev.muster.apiserver.authn.config.AuthenticationConfigReader;
import dev.muster.apiserver.authn.config.AuthenticationConfiguration;
import dev.muster.apiserver.authn.config.OidcFlags;
import dev.muster.apiserver.authn.jwt.DynamicJwtAuthenticator;
import dev.muster.apiserver.authn.jwt.JwtAuthenticators;
import dev.muster.apiserver.authn.jwt.JwtObserver;
import dev.muster.apiserver.handlers.HealthChecks;
import dev.muster.apiserver.metrics.ConfigReloadMetrics;
import dev.muster.apiserver.metrics.ServerMetrics;
import dev.muster.apiserver.reload.LoadedConfig;
import dev.muster.apiserver.reload.ReloadSteps;
import dev.muster.apiserver.reload.ReloadingFile;
import dev.muster.base.Closing;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Who judges tokens that are not our own, and who may come without credentials.
 *
 * @param tokens judges those of OpenID providers
 * @param webhook judges those that nobody else knows
 * @param follower of the configuration file, if there is one
 */
record IssuerParts(
    Optional<TokenAuthenticator> tokens,
    AnonymousConfiguration anonymous,
    Optional<ReloadingFile<AuthenticationConfiguration, JwtAuthenticators>> follower,
    Optional<TokenAuthenticator> webhook) {

  /**
   * What has to be closed with the server is left with {@code closing}.
   *
   * @throws IllegalArgumentException with everything that is wrong with the configuration
   */
  static IssuerParts of(
      Authentication config, ServerMetrics metrics, Clock clock, Closing closing) {
    Optional<TokenAuthenticator> webhook =
        config.webhook().map(options -> closing.add(webhook(options, config)));
    AnonymousConfiguration byFlag = AnonymousConfiguration.of(config.anonymous());
    if (config.issuers().isEmpty()) {
      return new IssuerParts(Optional.empty(), byFlag, Optional.empty(), webhook);
    }
    AuthenticationConfigReader reader =
        new AuthenticationConfigReader(config.serviceAccounts().issuers());
    String server = ServerIdentity.ofThisMachine();
    JwtObserver told = metrics.issuers(server, clock);
    List<String> audiences = config.serviceAccounts().audiences();
    return switch (config.issuers().get()) {
      case TokenIssuers.Flags flags -> {
        JwtAuthenticators issuers =
            new JwtAuthenticators(
                reader.read(flags.flags()).configuration(),
                flags.flags().signingAlgorithms(),
                audiences,
                clock,
                told);
        yield new IssuerParts(Optional.of(closing.add(issuers)), byFlag, Optional.empty(), webhook);
      }
      case TokenIssuers.ConfigFile file -> {
        LoadedConfig<AuthenticationConfiguration> read = reader.read(file.file());
        Optional<AnonymousConfiguration> said = read.configuration().anonymous();
        if (said.isPresent() && file.anonymousByFlag()) {
          throw new IllegalArgumentException(
              "anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is"
                  + " configured in authentication configuration file");
        }
        ConfigReloadMetrics counts = metrics.configReloads("authentication", server, clock);
        counts.inForce(read.bytes());
        yield following(
            file.file(),
            reader,
            read,
            said.orElse(byFlag),
            next -> new JwtAuthenticators(next, OidcFlags.ALL_ALGORITHMS, audiences, clock, told),
            counts,
            clock,
            closing,
            webhook);
      }
    };
  }

  private static TokenWebhook webhook(TokenWebhookOptions options, Authentication config) {
    return new TokenWebhook(
        new RemoteServer(ClientConfig.read(options.configFile())),
        options.version(),
        options.cacheTtl(),
        config.serviceAccounts().audiences());
  }

  private static IssuerParts following(
      Path file,
      AuthenticationConfigReader reader,
      LoadedConfig<AuthenticationConfiguration> read,
      AnonymousConfiguration anonymous,
      Function<AuthenticationConfiguration, JwtAuthenticators> builder,
      ConfigReloadMetrics counts,
      Clock clock,
      Closing closing,
      Optional<TokenAuthenticator> webhook) {
    DynamicJwtAuthenticator current =
        closing.add(new DynamicJwtAuthenticator(builder.apply(read.configuration())));
    ReloadingFile<AuthenticationConfiguration, JwtAuthenticators> follower =
        closing.add(
            ReloadingFile.follow(
                "authentication configuration",
                file,
                read,
                new ReloadSteps<>(bytes -> reader.reread(bytes, read), builder, current::replace),
                counts,
                clock));
    return new IssuerParts(Optional.of(current), anonymous, Optional.of(follower), webhook);
  }

  /** The checks with what the file's state adds to them. */
  HealthChecks notedIn(HealthChecks checks) {
    follower.ifPresent(file -> checks.addNote("authentication-config", file::note));
    return checks;
  }
}
