package dev.muster.network.proxy;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;

/**
 * The pods of another node.
 *
 * @param pods their addresses
 * @param node the node's own
 */
public record PeerPods(Ipv4Range pods, Ipv4 node) {}
