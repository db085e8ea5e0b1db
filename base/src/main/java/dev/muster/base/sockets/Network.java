package dev.muster.base.sockets;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** Where a client comes from, as far as it cannot choose that. */
public final class Network {
  private static final int PREFIX = 8;

  private Network() {}

  /**
   * The address itself, or the first 64 bits of one of IPv6: whoever has one of those has all that
   * begin like it.
   */
  public static String of(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(address.getAddress(), 0, PREFIX) + "/64"
        : address.getHostAddress();
  }
}
