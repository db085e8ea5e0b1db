package dev.muster.client.kubeconfig;

import java.net.URI;
import java.util.Optional;

/**
 * How a server is reached, where that is not plain.
 *
 * @param proxy an http URL
 * @param serverName what its certificate has to carry, if not the host of its URL
 */
public record Route(Optional<URI> proxy, Optional<String> serverName) {
  /** To the host of its URL, without a detour. */
  public static final Route DIRECT = new Route(Optional.empty(), Optional.empty());
}
