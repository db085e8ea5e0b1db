package dev.muster.network.proxy;

import dev.muster.network.address.Ipv4;
import java.util.Optional;

/**
 * A port of the node that leads to one pod.
 *
 * @param address of the node; empty for all
 */
public record HostPort(
    Optional<Ipv4> address, Transport transport, int port, Destination destination) {}
