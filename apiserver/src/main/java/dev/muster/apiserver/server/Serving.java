package dev.muster.apiserver.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a server listens, and with which certificate.
 *
 * @param port 0 for any free one
 * @param tlsCertFile its own, unless given
 * @param console whether the page at {@code /console/} is served
 */
public record Serving(
    String bindAddress,
    int port,
    Optional<Path> tlsCertFile,
    Optional<Path> tlsPrivateKeyFile,
    boolean console) {
  private static final int LAST_PORT = 65535;

  public Serving {
    if (port < 0 || port > LAST_PORT) {
      throw new IllegalArgumentException(
          "--secure-port " + port + " must be between 0 and 65535, inclusive. 0 for any free port");
    }
  }

  public static Serving defaults() {
    return new Serving("127.0.0.1", 6443, Optional.empty(), Optional.empty(), false);
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

  /**
   * Finds out whether it can listen there, before anything is made for it. Whoever takes the port
   * in the meantime is noticed later.
   *
   * @throws java.net.BindException if somebody listens there already, or it is no address of this
   *     machine
   */
  void requireFree() throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true); // connections of an earlier server that ended do not count
      probe.bind(new InetSocketAddress(InetAddress.getByName(bindAddress), port));
    }
  }

  /** Whether nobody but this machine can come. */
  public boolean loopback() {
    return AdvertisedAddress.isLoopback(bindAddress);
  }

  public Serving onPort(int other) {
    return new Serving(bindAddress, other, tlsCertFile, tlsPrivateKeyFile, console);
  }

  public Serving withConsole(boolean served) {
    return new Serving(bindAddress, port, tlsCertFile, tlsPrivateKeyFile, served);
  }
}
