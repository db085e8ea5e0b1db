package dev.muster.cli.cluster;

import dev.muster.apiserver.registry.ServiceAddresses;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.base.Closing;
import dev.muster.cli.scratch.ScratchDirectory;
import dev.muster.client.api.ApiClient;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.network.NetworkConfig;
import dev.muster.network.NodeNetwork;
import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.network.bridge.BridgePlugin;
import dev.muster.network.bridge.NodeBridge;
import dev.muster.network.host.HostPrograms;
import dev.muster.network.proxy.PeerRoutes;
import dev.muster.node.machine.Machine;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A bridge for the pods of {@code up}, with services and names. */
final class LocalNetwork {
  private static final Ipv4Range SERVICES = Ipv4Range.parse(ServiceAddresses.RANGE).orElseThrow();

  private final Path data;
  private final NodeBridge bridge;
  private final PeerRoutes routes;
  private final PodRangeClaims claims;
  private final String dns;
  private final Closing closing;

  private LocalNetwork(
      Path data,
      NodeBridge bridge,
      PeerRoutes routes,
      PodRangeClaims claims,
      String dns,
      Closing closing) {
    this.data = data;
    this.bridge = bridge;
    this.routes = routes;
    this.claims = claims;
    this.dns = dns;
    this.closing = closing;
  }

  /** Debian's packages of the programs that are not here. */
  static List<String> missingPackages(List<Path> plugins) {
    List<String> missing = new ArrayList<>();
    if (HostPrograms.find("ip").isEmpty()) {
      missing.add("iproute2");
    }
    if (HostPrograms.find("nft").isEmpty()) {
      missing.add("nftables");
    }
    boolean all =
        BridgePlugin.PROGRAMS.stream()
            .allMatch(
                name -> plugins.stream().anyMatch(each -> Files.isExecutable(each.resolve(name))));
    if (!all) {
      missing.add("containernetworking-plugins");
    }
    return missing;
  }

  /**
   * Connects; returns when pods can be started on it.
   *
   * @param wanted the addresses of pods; empty for a range that is free
   */
  static LocalNetwork start(
      ApiServer server, ServerConfig config, NodeFlags flags, Optional<Ipv4Range> wanted)
      throws IOException, InterruptedException {
    Path data = config.data().resolve("network");
    String name =
        flags.identity(Machine.read(config.data()), config.features().gates().version()).name();
    Closing closing = new Closing();
    ApiClient admin = closing.add(administrator(server, config));
    PodRangeClaims claims = new PodRangeClaims(admin, name);
    NodeBridge bridge;
    try {
      bridge = claim(data, claims, wanted);
    } catch (IOException | RuntimeException e) {
      closing.close();
      throw e;
    }
    try {
      BridgePlugin.configure(data.resolve("net.d"), bridge, data.resolve("addresses"));
      String address = bridge.gateway().toString();
      if (InetAddress.getByName(config.serving().bindAddress()).isLoopbackAddress()) {
        server.listenAlsoOn(address);
      }
      ClusterDnsObjects objects = new ClusterDnsObjects(admin);
      objects.letRead();
      String dns = objects.service();
      PeerRoutes routes = new PeerRoutes(data.resolve("routes"));
      NodeNetwork running =
          closing.add(
              NodeNetwork.start(
                  closing.add(
                      new ApiClient(server.controllerConnections().as(ClusterDnsObjects.ACCOUNT))),
                  closing.add(new ApiClient(server.controllerConnections().node(name))),
                  bridge,
                  routes,
                  new NetworkConfig(
                      name,
                      SERVICES,
                      Ipv4.parse(dns).orElseThrow(),
                      flags.dns().clusterDomain(),
                      flags.dns().resolvConf())));
      objects.answersAt(name, address, running.dnsPort());
      return new LocalNetwork(data, bridge, routes, claims, dns, closing);
    } catch (IOException | InterruptedException | RuntimeException e) {
      closing.close();
      bridge.giveUp();
      throw e;
    }
  }

  /** A bridge whose range is free here and in the cluster. */
  private static NodeBridge claim(Path data, PodRangeClaims claims, Optional<Ipv4Range> wanted)
      throws IOException {
    while (true) {
      PodRangeClaims.Seen seen = claims.look();
      NodeBridge bridge = NodeBridge.claim(data, wanted, seen.own(), SERVICES, seen.others());
      try {
        if (seen.claim(bridge.range())) {
          return bridge;
        }
      } catch (IOException | RuntimeException e) {
        bridge.giveUp();
        throw e;
      }
      bridge.giveUp();
    }
  }

  /** To be called when the node is there. */
  void show() {
    claims.show(bridge.range());
  }

  private static ApiClient administrator(ApiServer server, ServerConfig config) {
    String kubeconfig = server.kubeconfigFor("muster-up", List.of("system:masters"));
    return new ApiClient(
        ClientConfig.parse(kubeconfig, config.data().resolve("muster-up.kubeconfig")));
  }

  /** A runtime's flags, with this network. */
  RuntimeFlags connecting(RuntimeFlags runtime) {
    return runtime.on(data.resolve("net.d"));
  }

  /** The address at which pods ask for names. */
  String dns() {
    return dns;
  }

  /**
   * @param keepPods whether the pods on it go on: they keep their addresses, and the way out
   */
  void stop(boolean keepPods) {
    closing.close();
    try {
      if (keepPods) {
        bridge.close();
      } else {
        routes.removeAll();
        bridge.remove();
        ScratchDirectory.delete(data);
      }
    } catch (IOException e) {
      System.err.println("muster: the pods' network is not removed: " + e.getMessage());
    }
  }
}
