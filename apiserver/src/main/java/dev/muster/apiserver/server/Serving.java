package dev.muster.apiserver.server;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a server listens, and with which certificate.
 *
 * @param port 0 for any free one
 * @param tlsCertFile its own, unless given
 */
public record Serving(
    String bindAddress, int port, Optional<Path> tlsCertFile, Optional<Path> tlsPrivateKeyFile) {

  public static Serving defaults() {
    return new Serving("127.0.0.1", 6443, Optional.empty(), Optional.empty());
  }

  /** As the host of a URL on this machine: loopback, if it listens on all addresses. */
  String host() {
    String host =
        switch (bindAddress) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::" -> "::1";
          default -> bindAddress;
        };
    return host.contains(":") ? "[" + host + "]" : host;
  }

  public Serving onPort(int other) {
    return new Serving(bindAddress, other, tlsCertFile, tlsPrivateKeyFile);
  }
}
