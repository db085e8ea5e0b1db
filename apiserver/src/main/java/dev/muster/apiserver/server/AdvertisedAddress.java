package dev.muster.apiserver.server;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The address under which others know this machine. */
final class AdvertisedAddress {
  private static final Logger LOG = LoggerFactory.getLogger(AdvertisedAddress.class);

  /** Of a network for documentation, which every default route leads to. */
  private static final InetSocketAddress ANYWHERE = new InetSocketAddress("192.0.2.1", 9);

  private AdvertisedAddress() {}

  /** The address that is listened on, or if that is none in particular the default route's. */
  static Optional<String> towardsOthers(String bindAddress) {
    try {
      InetAddress bound = InetAddress.getByName(bindAddress);
      if (!bound.isAnyLocalAddress() && !bound.isLoopbackAddress() && !bound.isLinkLocalAddress()) {
        return Optional.of(bound.getHostAddress());
      }
      try (DatagramSocket socket = new DatagramSocket()) {
        socket.connect(ANYWHERE); // looks up the route; nothing is sent
        InetAddress own = socket.getLocalAddress();
        return own.isAnyLocalAddress() || own.isLoopbackAddress() || own.isLinkLocalAddress()
            ? Optional.empty()
            : Optional.of(own.getHostAddress());
      }
    } catch (IOException e) {
      LOG.debug("no route leads away from this machine: {}", e.getMessage());
      return Optional.empty();
    }
  }

  static boolean isLoopback(String bindAddress) {
    try {
      return InetAddress.getByName(bindAddress).isLoopbackAddress();
    } catch (IOException e) {
      return false;
    }
  }
}
