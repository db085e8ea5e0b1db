package dev.muster.network.address;

import dev.muster.model.net.IpAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * An address of IPv4.
 *
 * @param bits the first octet is the highest
 */
public record Ipv4(int bits) {
  /** Reads an address; empty for whatever else, an IPv4 address in the form of IPv6 included. */
  public static Optional<Ipv4> parse(String text) {
    if (text.indexOf(':') >= 0 || text.length() > 15) {
      return Optional.empty();
    }
    return IpAddress.parse(text).filter(IpAddress::isV4).map(address -> canonical(address.text()));
  }

  private static Ipv4 canonical(String text) {
    int bits = 0;
    int octet = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '.') {
        bits = bits << 8 | octet;
        octet = 0;
      } else {
        octet = octet * 10 + text.charAt(i) - '0';
      }
    }
    return new Ipv4(bits << 8 | octet);
  }

  /** The address of four octets; empty for one of IPv6. */
  public static Optional<Ipv4> of(InetAddress address) {
    return parse(address.getHostAddress());
  }

  /** For sockets. */
  public InetAddress inet() {
    try {
      return InetAddress.getByAddress(octets());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four octets are an address", e);
    }
  }

  /** As on the wire. */
  public byte[] octets() {
    return new byte[] {
      (byte) (bits >>> 24), (byte) (bits >>> 16), (byte) (bits >>> 8), (byte) bits
    };
  }

  /**
   * Whether it means something else on each machine, or more than one: loopback, link-local, this
   * network, multicast and what is above it. Nobody's endpoint can be there.
   */
  public boolean isSpecial() {
    int first = bits >>> 24;
    return first == 0 || first == 127 || first >= 224 || bits >>> 16 == 0xa9fe;
  }

  @Override
  public String toString() {
    return (bits >>> 24)
        + "."
        + (bits >>> 16 & 255)
        + "."
        + (bits >>> 8 & 255)
        + "."
        + (bits & 255);
  }
}
