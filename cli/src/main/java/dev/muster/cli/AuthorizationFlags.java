package dev.muster.cli;

import dev.muster.apiserver.plugin.FailurePolicy;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.WebhookMode;
import dev.muster.authz.webhook.ReviewVersion;
import dev.muster.cli.flags.DurationFlag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who decides what a known user may do. */
final class AuthorizationFlags {
  @Option(
      names = "--authorization-mode",
      split = ",",
      paramLabel = "MODE",
      defaultValue = "RBAC",
      description =
          "AlwaysAllow, AlwaysDeny, ABAC, RBAC, Webhook or a module of your own, asked in this order"
              + " (default: ${DEFAULT-VALUE}).")
  List<String> modes = List.of("RBAC");

  @Option(
      names = "--authorization-policy-file",
      paramLabel = "FILE",
      description = "The policy of mode ABAC, one JSON object a line; changes take effect at once.")
  @Nullable Path policy;

  @Option(
      names = "--authorization-webhook-config-file",
      paramLabel = "FILE",
      description = "Mode Webhook: a kubeconfig that says where the service is and who we are.")
  @Nullable Path webhook;

  @Option(
      names = "--authorization-webhook-version",
      hidden = true,
      paramLabel = "VERSION",
      defaultValue = "v1beta1",
      description =
          "Mode Webhook: the version of SubjectAccessReview, v1beta1 or v1 (default:"
              + " ${DEFAULT-VALUE}).")
  String webhookVersion = "v1beta1";

  @Option(
      names = "--authorization-webhook-cache-authorized-ttl",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "5m0s",
      converter = DurationFlag.class,
      description =
          "Mode Webhook: how long an answer that allows is remembered (default: ${DEFAULT-VALUE}).")
  Duration authorizedTtl = WebhookMode.AUTHORIZED_TTL;

  @Option(
      names = "--authorization-webhook-cache-unauthorized-ttl",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationFlag.class,
      description =
          "Mode Webhook: how long any other answer is remembered (default: ${DEFAULT-VALUE}).")
  Duration unauthorizedTtl = WebhookMode.UNAUTHORIZED_TTL;

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
    return new Authorization(
        modes,
        Optional.ofNullable(policy),
        Optional.ofNullable(webhook).map(this::mode),
        plugins,
        onPluginFailure);
  }

  private WebhookMode mode(Path file) {
    ReviewVersion version =
        ReviewVersion.of(webhookVersion)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unsupported webhook authorizer version \""
                            + webhookVersion
                            + "\", supported versions are \"v1\", \"v1beta1\""));
    return new WebhookMode(file, version, authorizedTtl, unauthorizedTtl);
  }
}
