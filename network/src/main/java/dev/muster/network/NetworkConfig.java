package dev.muster.network;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.nio.file.Path;

/**
 * How a node's network is.
 *
 * @param node its name
 * @param services addresses of services
 * @param dns the address of the service by which pods ask for names
 * @param domain of the cluster
 * @param resolvConf names the resolvers of the host, for all other names
 */
public record NetworkConfig(
    String node, Ipv4Range services, Ipv4 dns, String domain, Path resolvConf) {}
