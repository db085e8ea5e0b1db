package dev.muster.cli;

import dev.muster.apiserver.server.Limits;
import dev.muster.cli.flags.DurationFlag;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How much the server takes on. */
final class LimitFlags {
  @Option(
      names = "--request-timeout",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "1m0s",
      converter = DurationFlag.class,
      description =
          "How long a request may take, watches left out, as 1m30s (default: ${DEFAULT-VALUE}).")
  Duration requestTimeout = Duration.ofMinutes(1);

  @Option(
      names = "--quota-backend-bytes",
      hidden = true,
      paramLabel = "BYTES",
      defaultValue = "0",
      description =
          "How many bytes of objects and their history the store takes; 0 for half of the heap"
              + " (default: ${DEFAULT-VALUE}).")
  long quotaBackendBytes;

  Limits config() {
    Limits limits = Limits.defaults().withRequestTimeout(requestTimeout);
    return quotaBackendBytes > 0 ? limits.withQuotaBackendBytes(quotaBackendBytes) : limits;
  }
}
