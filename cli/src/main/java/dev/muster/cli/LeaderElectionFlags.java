package dev.muster.cli;

import dev.muster.cli.flags.DurationFlag;
import dev.muster.client.leases.LeaderElection.Timing;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Whether controllers and scheduler of this process work only while a Lease is theirs. Their
 * defaults are shorter than kube-controller-manager's, so that others go on within 15 s of a crash.
 */
final class LeaderElectionFlags {
  @Option(
      names = "--leader-elect",
      hidden = true,
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description =
          "Whether controllers and scheduler work only while a Lease is theirs (default: with"
              + " --etcd-servers).")
  @Nullable Boolean elect;

  @Option(
      names = "--leader-elect-lease-duration",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "10s",
      converter = DurationFlag.class,
      description =
          "After this long without renewal others may take over (default: ${DEFAULT-VALUE}).")
  Duration lease = Duration.ofSeconds(10);

  @Option(
      names = "--leader-elect-renew-deadline",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "7s",
      converter = DurationFlag.class,
      description = "Who cannot renew for this long stops its work (default: ${DEFAULT-VALUE}).")
  Duration renew = Duration.ofSeconds(7);

  @Option(
      names = "--leader-elect-retry-period",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "1s",
      converter = DurationFlag.class,
      description = "How long to wait between two tries (default: ${DEFAULT-VALUE}).")
  Duration retry = Duration.ofSeconds(1);

  /**
   * @param shared whether other processes may have the same work
   * @throws IllegalArgumentException if two could lead at a time
   */
  Optional<Timing> config(boolean shared) {
    if (lease.compareTo(renew) <= 0) {
      throw new IllegalArgumentException("leaseDuration must be greater than renewDeadline");
    }
    if (renew.multipliedBy(10).compareTo(retry.multipliedBy(12)) <= 0) {
      throw new IllegalArgumentException(
          "renewDeadline must be greater than retryPeriod*JitterFactor");
    }
    if (retry.isZero()) {
      throw new IllegalArgumentException("retryPeriod must be greater than zero");
    }
    boolean wanted = elect == null ? shared : elect;
    return wanted ? Optional.of(new Timing(lease, renew, retry)) : Optional.empty();
  }
}
