package dev.muster.cli;

import dev.muster.apiserver.plugins.FailurePolicy;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.WebhookMode;
import dev.muster.authz.webhook.ReviewVersion;
import dev.muster.cli.flags.DurationFlag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who decides what a known user may do. */
final class AuthorizationFlags {
  @Option(
      names = "--authorization-mode",
      split = ",",
      paramLabel = "MODE",
      description =
          "AlwaysAllow, AlwaysDeny, ABAC, RBAC, Webhook or a module of your own, asked in this order"
              + " (default: RBAC).")
  @Nullable List<String> modes;

  @Option(
      names = "--authorization-config",
      paramLabel = "FILE",
      description = "Authorizers, webhooks among them, in a file; changes take effect at once.")
  @Nullable Path configFile;

  @Option(
      names = "--authorization-policy-file",
      paramLabel = "FILE",
      description = "The policy of mode ABAC, one JSON object a line; changes take effect at once.")
  @Nullable Path policy;

  @Option(
      names = "--authorization-webhook-config-file",
      hidden = true,
      paramLabel = "FILE",
      description = "Mode Webhook: a kubeconfig that says where the service is and who we are.")
  @Nullable Path webhook;

  @Option(
      names = "--authorization-webhook-version",
      hidden = true,
      paramLabel = "VERSION",
      description =
          "Mode Webhook: the version of SubjectAccessReview, v1beta1 or v1 (default: v1beta1).")
  @Nullable String webhookVersion;

  @Option(
      names = "--authorization-webhook-cache-authorized-ttl",
      hidden = true,
      paramLabel = "DURATION",
      converter = DurationFlag.class,
      description = "Mode Webhook: how long an answer that allows is remembered (default: 5m0s).")
  @Nullable Duration authorizedTtl;

  @Option(
      names = "--authorization-webhook-cache-unauthorized-ttl",
      hidden = true,
      paramLabel = "DURATION",
      converter = DurationFlag.class,
      description = "Mode Webhook: how long any other answer is remembered (default: 30s).")
  @Nullable Duration unauthorizedTtl;

  @Option(
      names = "--authorization-plugin-path",
      split = ",",
      paramLabel = "JAR|DIR",
      description = "Jars with further modes, or directories of jars.")
  List<Path> plugins = List.of();

  @Option(
      names = "--authorization-plugin-failure-policy",
      hidden = true,
      paramLabel = "POLICY",
      defaultValue = "Deny",
      description =
          "What a mode from a jar has decided that fails: Deny, or NoOpinion, so that the modes after"
              + " it decide (default: ${DEFAULT-VALUE}).")
  FailurePolicy onPluginFailure = FailurePolicy.Deny;

  @Option(names = "--authorization-rbac-super-user", hidden = true, paramLabel = "USER")
  @Nullable String superUser;

  Authorization config() {
    if (superUser != null) {
      throw new IllegalArgumentException(
          "--authorization-rbac-super-user is gone: make \""
              + superUser
              + "\" a member of the group system:masters instead, by a client certificate with"
              + " O=system:masters or in the groups of --token-auth-file");
    }
    if (configFile != null
        && Stream.of(modes, webhook, webhookVersion, authorizedTtl, unauthorizedTtl)
            .anyMatch(Objects::nonNull)) {
      throw new IllegalArgumentException(
          "--authorization-config can not be specified when --authorization-mode or"
              + " --authorization-webhook-* flags are defined");
    }
    return new Authorization(
        modes == null ? configFile == null ? List.of("RBAC") : List.of() : modes,
        Optional.ofNullable(policy),
        Optional.ofNullable(webhook).map(this::mode),
        plugins,
        onPluginFailure,
        Optional.ofNullable(configFile));
  }

  private WebhookMode mode(Path file) {
    String named = webhookVersion == null ? "v1beta1" : webhookVersion;
    ReviewVersion version =
        ReviewVersion.of(named)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unsupported webhook authorizer version \""
                            + named
                            + "\", supported versions are \"v1\", \"v1beta1\""));
    return new WebhookMode(
        file,
        version,
        authorizedTtl == null ? WebhookMode.AUTHORIZED_TTL : authorizedTtl,
        unauthorizedTtl == null ? WebhookMode.UNAUTHORIZED_TTL : unauthorizedTtl);
  }
}
