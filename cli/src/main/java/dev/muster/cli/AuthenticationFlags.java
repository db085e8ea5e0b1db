package dev.muster.cli;

import dev.muster.apiserver.authn.TokenReviewVersion;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.ServiceAccounts;
import dev.muster.apiserver.server.TokenIssuers;
import dev.muster.apiserver.server.TokenWebhookOptions;
import dev.muster.cli.flags.DurationFlag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whom the server knows. */
final class AuthenticationFlags {
  @Option(
      names = "--anonymous-auth",
      arity = "0..1",
      fallbackValue = "true",
      description = "Let requests without credentials in as system:anonymous (default: true).")
  @Nullable Boolean anonymous;

  @Option(
      names = "--authentication-config",
      hidden = true,
      paramLabel = "FILE",
      description =
          "An AuthenticationConfiguration: OpenID providers whose tokens are taken, and the paths of"
              + " anonymous requests; changes take effect at once.")
  @Nullable Path config;

  @Mixin OidcOptions oidc = new OidcOptions();

  @Mixin RequestHeaderFlags proxy = new RequestHeaderFlags();

  @Option(
      names = "--authentication-token-webhook-config-file",
      hidden = true,
      paramLabel = "FILE",
      description = "A kubeconfig of the service that judges tokens which nobody else knows.")
  @Nullable Path webhook;

  @Option(
      names = "--authentication-token-webhook-version",
      hidden = true,
      paramLabel = "VERSION",
      defaultValue = "v1beta1",
      description = "The version of TokenReview, v1beta1 or v1 (default: ${DEFAULT-VALUE}).")
  String webhookVersion = "v1beta1";

  @Option(
      names = "--authentication-token-webhook-cache-ttl",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "2m0s",
      converter = DurationFlag.class,
      description = "How long the service's answers are remembered (default: ${DEFAULT-VALUE}).")
  Duration webhookTtl = TokenWebhookOptions.CACHE_TTL;

  @Option(
      names = "--token-auth-file",
      paramLabel = "FILE",
      description = "CSV of token,user,uid,\"group,group\".")
  @Nullable Path tokens;

  @Option(
      names = "--client-ca-file",
      hidden = true,
      paramLabel = "FILE",
      description = "Who signs client certificates (default: our own CA).")
  @Nullable Path clientCa;

  @Option(
      names = "--service-account-issuer",
      hidden = true,
      paramLabel = "URL",
      description =
          "Who issues service account tokens; repeat it for further ones that are accepted"
              + " (default: https://kubernetes.default.svc).")
  List<String> issuers = List.of();

  @Option(
      names = "--service-account-key-file",
      hidden = true,
      paramLabel = "FILE",
      description = "More keys that service account tokens may be signed with; can be repeated.")
  List<Path> keyFiles = List.of();

  @Option(
      names = "--service-account-signing-key-file",
      hidden = true,
      paramLabel = "FILE",
      description = "The key that signs service account tokens (default: our own).")
  @Nullable Path signingKey;

  @Option(
      names = "--api-audiences",
      hidden = true,
      split = ",",
      paramLabel = "NAME",
      description = "Whom tokens have to be meant for (default: the issuers).")
  List<String> audiences = List.of();

  @Option(
      names = "--service-account-max-token-expiration",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "0",
      converter = DurationFlag.class,
      description = "No service account token lives longer, as 24h (default: no limit).")
  Duration longestLife = Duration.ZERO;

  @Option(
      names = "--service-account-extend-token-expiration",
      hidden = true,
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      description = "Let the usual tokens of pods live for a year (default: ${DEFAULT-VALUE}).")
  boolean extended;

  Authentication config() {
    return new Authentication(
        anonymous == null || anonymous,
        Optional.ofNullable(tokens),
        Optional.ofNullable(clientCa),
        new ServiceAccounts(
            issuers,
            keyFiles,
            Optional.ofNullable(signingKey),
            audiences,
            longestLife.isZero() ? Optional.empty() : Optional.of(longestLife),
            extended),
        issuers(),
        Optional.ofNullable(webhook).map(this::webhook),
        proxy.options());
  }

  private TokenWebhookOptions webhook(Path file) {
    TokenReviewVersion version =
        TokenReviewVersion.of(webhookVersion)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unsupported authentication webhook version \""
                            + webhookVersion
                            + "\", supported versions are \"v1\", \"v1beta1\""));
    return new TokenWebhookOptions(file, version, webhookTtl);
  }

  private Optional<TokenIssuers> issuers() {
    if (config == null) {
      return oidc.flags().map(TokenIssuers.Flags::new);
    }
    if (oidc.given()) {
      throw new IllegalArgumentException(
          "authentication-config file and oidc-* flags are mutually exclusive");
    }
    return Optional.of(new TokenIssuers.ConfigFile(config, anonymous != null));
  }
}
