package dev.muster.cli.cluster;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.network.address.Ipv4Range;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What pods of {@code up} are connected to. */
public final class PodNetworkFlags {
  /** Which network pods have. */
  enum PodNetwork {
    bridge,
    none
  }

  @Option(
      names = "--pod-network",
      paramLabel = "bridge|none",
      description = "What connects pods: a bridge, with services and names (default), or only CNI.")
  @Nullable PodNetwork network;

  @Option(
      names = "--pod-network-cidr",
      hidden = true,
      paramLabel = "CIDR",
      description = "The addresses of pods on the bridge (default: a free range).")
  @Nullable String cidr;

  /** Nothing but what is configured for the runtime. */
  public static PodNetworkFlags none() {
    PodNetworkFlags flags = new PodNetworkFlags();
    flags.network = PodNetwork.none;
    return flags;
  }

  /** A bridge whose addresses are of that range. */
  public static PodNetworkFlags bridge(String cidr) {
    PodNetworkFlags flags = new PodNetworkFlags();
    flags.network = PodNetwork.bridge;
    flags.cidr = cidr;
    return flags;
  }

  /**
   * Starts the network. Where there can be none although none was asked for by name, that is said
   * and pods run without it.
   *
   * @throws IOException if the bridge was asked for and cannot be had
   */
  Optional<LocalNetwork> start(
      ApiServer server,
      ServerConfig config,
      NodeFlags node,
      RuntimeFlags runtime,
      ContainerPrograms programs)
      throws IOException, InterruptedException {
    if (network == PodNetwork.none || network == null && runtime.namesNetworks()) {
      return Optional.empty();
    }
    Optional<Ipv4Range> wanted = range();
    try {
      programs.installing(() -> LocalNetwork.missingPackages(runtime.plugins())).ensure();
      return Optional.of(LocalNetwork.start(server, config, node, wanted));
    } catch (IOException e) {
      if (network == PodNetwork.bridge) {
        throw new IOException("--pod-network=bridge: " + e.getMessage(), e);
      }
      programs
          .out()
          .println(
              "muster: pods have no network (--pod-network=none says so without trying): "
                  + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Ipv4Range> range() {
    if (cidr == null) {
      return Optional.empty();
    }
    Optional<Ipv4Range> range = Ipv4Range.parse(cidr).filter(each -> each.prefix() <= 29);
    if (range.isEmpty()) {
      throw new IllegalArgumentException(
          "--pod-network-cidr: \""
              + cidr
              + "\" is no range of addresses: write it as 10.85.0.0/22");
    }
    return range;
  }
}
