package dev.muster.network;

import dev.muster.base.Closing;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiResource;
import dev.muster.client.http.Escaped;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.Reflector;
import dev.muster.client.informers.SharedInformers;
import dev.muster.network.address.Ipv4Range;
import dev.muster.network.bridge.NodeBridge;
import dev.muster.network.dns.ClusterNames;
import dev.muster.network.dns.DnsServer;
import dev.muster.network.dns.HostResolvers;
import dev.muster.network.dns.InformedObjects;
import dev.muster.network.dns.Resolver;
import dev.muster.network.proxy.PeerRanges;
import dev.muster.network.proxy.PeerRoutes;
import dev.muster.network.proxy.PodHostPorts;
import dev.muster.network.proxy.ProxyRuleset;
import dev.muster.network.proxy.ServicePorts;
import dev.muster.network.proxy.ServiceProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Services and names for the pods on a bridge, until it is closed; the bridge stays. */
public final class NodeNetwork implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofSeconds(30);

  private final Closing closing;
  private final int dnsPort;

  private NodeNetwork(Closing closing, int dnsPort) {
    this.closing = closing;
    this.dnsPort = dnsPort;
  }

  /**
   * Starts; returns when the rules of all services are set and names are answered.
   *
   * @param cluster who may read services, EndpointSlices, namespaces, nodes and whose pods are
   *     where
   * @param own the node, who may read its pods
   * @param routes to other nodes' pods; they stay
   */
  public static NodeNetwork start(
      ApiClient cluster, ApiClient own, NodeBridge bridge, PeerRoutes routes, NetworkConfig config)
      throws IOException, InterruptedException {
    Closing closing = new Closing();
    try {
      SharedInformers informers = closing.add(new SharedInformers(cluster));
      Informer services = informers.of(ApiResource.namespaced("v1", "services", "Service"));
      Informer slices =
          informers.of(
              ApiResource.namespaced("discovery.k8s.io/v1", "endpointslices", "EndpointSlice"));
      Informer namespaces = informers.of(ApiResource.cluster("v1", "namespaces", "Namespace"));
      Informer nodes = informers.of(ApiResource.cluster("v1", "nodes", "Node"));
      List<Ipv4Range> ours = List.of(config.services(), bridge.range());
      PodHostPorts hostPorts = new PodHostPorts(bridge.range());
      PeerRanges peers = new PeerRanges(config.node(), ours, nodes::get);
      ServiceProxy proxy =
          new ServiceProxy(
              new ProxyRuleset(bridge.name(), bridge.gateway(), bridge.range(), config.services()),
              new ServicePorts(config.node(), config.services()),
              services,
              slices,
              hostPorts,
              peers,
              routes);
      nodes.handle(proxy);
      ClusterNames names =
          new ClusterNames(
              config.domain().toLowerCase(Locale.ROOT),
              config.dns(),
              ours,
              new InformedObjects(services, slices, namespaces));
      informers.start();
      closing.add(
          Reflector.start(
              cluster,
              "/api/v1/namespaces/kube-system/configmaps",
              "fieldSelector=" + Escaped.fieldSelector("metadata.name", PeerRanges.CONFIG_MAP),
              peers));
      if (!informers.awaitSync(LONGEST_START) || !peers.awaitSync(LONGEST_START)) {
        throw new IOException("the services of the cluster cannot be read");
      }
      closing.add(proxy).start();
      DnsServer dns =
          closing.add(
              DnsServer.start(
                  new Resolver(names, new HostResolvers(config.resolvConf(), ours)),
                  bridge.gateway(),
                  bridge.range()));
      closing.add(
          Reflector.start(
              own,
              "/api/v1/pods",
              "fieldSelector=" + Escaped.fieldSelector("spec.nodeName", config.node()),
              hostPorts));
      return new NodeNetwork(closing, dns.port());
    } catch (IOException | InterruptedException | RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  /** The port at which names are answered, on the bridge's gateway. */
  public int dnsPort() {
    return dnsPort;
  }

  @Override
  public void close() {
    closing.close();
  }
}
