package dev.muster.cli.cluster;

import dev.muster.cli.flags.DurationFlag;
import dev.muster.node.access.NodeAccess;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Who may use the node's own server; kubelet's names. */
public final class NodeAccessFlags {
  @Option(
      names = "--anonymous-auth",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      paramLabel = "BOOL",
      hidden = true,
      description = "Whether who shows nothing is system:anonymous (default: ${DEFAULT-VALUE}).")
  private boolean anonymous;

  @Option(
      names = "--authentication-token-webhook",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      paramLabel = "BOOL",
      hidden = true,
      description =
          "Whether the API server is asked whose a bearer token is (default: ${DEFAULT-VALUE}).")
  private boolean tokens = true;

  @Option(
      names = "--authentication-token-webhook-cache-ttl",
      paramLabel = "DURATION",
      defaultValue = "2m",
      converter = DurationFlag.class,
      hidden = true,
      description = "How long that is remembered (default: ${DEFAULT-VALUE}).")
  private Duration tokenTtl = Duration.ofMinutes(2);

  @Option(
      names = "--authorization-mode",
      paramLabel = "MODE",
      defaultValue = "Webhook",
      hidden = true,
      description =
          "Who says what they may do: Webhook (the API server) or AlwaysAllow"
              + " (default: ${DEFAULT-VALUE}).")
  private NodeAccess.Mode mode = NodeAccess.Mode.Webhook;

  @Option(
      names = "--authorization-webhook-cache-authorized-ttl",
      paramLabel = "DURATION",
      defaultValue = "5m",
      converter = DurationFlag.class,
      hidden = true,
      description = "How long a yes is remembered (default: ${DEFAULT-VALUE}).")
  private Duration allowedTtl = Duration.ofMinutes(5);

  @Option(
      names = "--authorization-webhook-cache-unauthorized-ttl",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationFlag.class,
      hidden = true,
      description = "How long a no is remembered (default: ${DEFAULT-VALUE}).")
  private Duration deniedTtl = Duration.ofSeconds(30);

  public NodeAccess access() {
    return new NodeAccess(anonymous, tokens, mode, tokenTtl, allowedTtl, deniedTtl);
  }
}
