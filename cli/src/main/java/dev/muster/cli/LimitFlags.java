package dev.muster.cli;

import dev.muster.apiserver.flow.FlowLimits;
import dev.muster.apiserver.flow.InflightLimits;
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

  @Option(
      names = "--max-requests-inflight",
      hidden = true,
      paramLabel = "COUNT",
      defaultValue = "400",
      description =
          "With --max-mutating-requests-inflight, how many seats priority levels share; without"
              + " priority and fairness, how many reads are worked on at a time, 0 for no limit"
              + " (default: ${DEFAULT-VALUE}).")
  int maxRequestsInflight = 400;

  @Option(
      names = "--max-mutating-requests-inflight",
      hidden = true,
      paramLabel = "COUNT",
      defaultValue = "200",
      description = "The same for writes (default: ${DEFAULT-VALUE}).")
  int maxMutatingRequestsInflight = 200;

  @Option(
      names = "--enable-priority-and-fairness",
      hidden = true,
      arity = "0..1",
      paramLabel = "BOOL",
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Whether requests have seats of priority levels, by FlowSchemas and"
              + " PriorityLevelConfigurations (default: ${DEFAULT-VALUE}).")
  boolean priorityAndFairness = true;

  /**
   * What the flags say.
   *
   * @throws IllegalArgumentException if they leave no seat
   */
  Limits config() {
    InflightLimits inflight =
        new InflightLimits(maxRequestsInflight, maxMutatingRequestsInflight, priorityAndFairness);
    Limits limits =
        Limits.defaults()
            .withRequestTimeout(requestTimeout)
            .with(FlowLimits.defaults().with(inflight));
    return quotaBackendBytes > 0 ? limits.withQuotaBackendBytes(quotaBackendBytes) : limits;
  }
}
