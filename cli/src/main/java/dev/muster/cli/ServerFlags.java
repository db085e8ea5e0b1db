package dev.muster.cli;

import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.flags.DurationFlag;
import dev.muster.cli.images.DataFolder;
import dev.muster.client.leases.LeaderElection.Timing;
import dev.muster.controllers.ControllerList;
import dev.muster.model.scheme.RuntimeConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that {@code apiserver} and {@code up} share. */
final class ServerFlags {
  @Option(
      names = Muster.HELP_ALL,
      description = "Show this help message with the rarer flags and exit.")
  boolean helpAll;

  @Option(
      names = {"--data", "--data-dir"},
      paramLabel = "DIR",
      description = "Where the store, keys and certificates live (default: ~/.muster).")
  @Nullable Path data;

  @Mixin ServingFlags serving = new ServingFlags();
  @Mixin AuthenticationFlags authentication = new AuthenticationFlags();
  @Mixin AuthorizationFlags authorization = new AuthorizationFlags();
  @Mixin AdmissionFlags admission = new AdmissionFlags();
  @Mixin FeatureFlags features = new FeatureFlags();
  @Mixin AuditFlags audit = new AuditFlags();
  @Mixin LimitFlags limits = new LimitFlags();
  @Mixin EtcdFlags etcd = new EtcdFlags();
  @Mixin LeaderElectionFlags election = new LeaderElectionFlags();

  @Option(
      names = "--event-ttl",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "1h0m0s",
      converter = DurationFlag.class,
      description = "How long events are kept, as 1h30m (default: ${DEFAULT-VALUE}).")
  Duration eventTtl = Duration.ofHours(1);

  @Option(
      names = "--node-monitor-grace-period",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "50s",
      converter = DurationFlag.class,
      description =
          "How long a node may be silent before its health is unknown (default:"
              + " ${DEFAULT-VALUE}).")
  Duration nodeGrace = Background.NODE_GRACE;

  @Option(
      names = "--runtime-config",
      hidden = true,
      split = ",",
      paramLabel = "KEY=BOOL",
      description =
          "API versions to serve or not, as rbac.authorization.k8s.io/v1beta1=true or api/beta=false.")
  List<String> runtimeConfig = List.of();

  /** If controllers and scheduler work only while their Leases are ours. */
  Optional<Timing> election() {
    return election.config(!etcd.servers.isEmpty());
  }

  /**
   * @param everything whether the command is {@code up}, which lets pods be privileged and has the
   *     console, unless told otherwise
   */
  ServerConfig config(Set<String> controllers, boolean everything) {
    Path directory = data == null ? DataFolder.byDefault() : data;
    return new ServerConfig(
        directory.toAbsolutePath(),
        serving.config(everything),
        authentication.config(),
        authorization.config(),
        admission.config(),
        features.config(everything),
        RuntimeConfig.parse(runtimeConfig),
        audit.config(),
        new Background(
            controllers, ControllerList.names(), eventTtl, nodeGrace, election().isPresent()),
        limits.config(),
        etcd.config());
  }
}
