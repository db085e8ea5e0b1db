package dev.muster.node;

import dev.muster.client.api.ApiTransport;
import dev.muster.node.access.NodeAccess;
import dev.muster.node.containers.DnsSettings;
import dev.muster.node.features.NodeFeatures;
import dev.muster.node.images.CredentialVerification;
import dev.muster.node.logs.LogLimits;
import dev.muster.node.machine.MachineIdentity;
import dev.muster.node.machine.SysctlAllowlist;
import dev.muster.node.pressure.EvictionConfig;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a node runs.
 *
 * @param api the way to the API server, as this node's user; closed with the node
 * @param server where it is, for those who are told of it
 * @param apiForPods where pods reach it; empty where its service's address leads to it
 * @param runtimeSocket of the container runtime
 * @param identity the node's name and what it shows of itself
 * @param root for pods' files; not to be shared with another node
 * @param logs for containers' logs
 * @param logLimits how long those get
 * @param eviction when pods have to go
 * @param manifests of static pods; empty for none
 * @param bindAddress where the node's own server listens
 * @param port 0 for any
 * @param serving the server's certificate, and whom it trusts to vouch for clients
 * @param features what is on
 * @param images which of those that are here pods have to prove that they may have
 * @param sysctls which kernel parameters pods may set
 * @param access who may use the node's own server
 */
public record NodeConfig(
    ApiTransport api,
    URI server,
    Optional<InetSocketAddress> apiForPods,
    Path runtimeSocket,
    MachineIdentity identity,
    Path root,
    Path logs,
    LogLimits logLimits,
    EvictionConfig eviction,
    Optional<Path> manifests,
    DnsSettings dns,
    String bindAddress,
    int port,
    SSLContext serving,
    NodeFeatures features,
    CredentialVerification images,
    SysctlAllowlist sysctls,
    NodeAccess access) {

  /** Name lookups as the host does them. */
  public static DnsSettings hostDns() {
    return new DnsSettings(List.of(), "cluster.local", Path.of("/etc/resolv.conf"));
  }
}
