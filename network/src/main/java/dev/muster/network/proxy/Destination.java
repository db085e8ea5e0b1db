package dev.muster.network.proxy;

import dev.muster.network.address.Ipv4;

/** Where packets can be sent instead. */
public record Destination(Ipv4 address, int port) implements Comparable<Destination> {
  public Destination {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port " + port);
    }
  }

  static boolean isPort(long number) {
    return number >= 1 && number <= 65_535;
  }

  @Override
  public int compareTo(Destination other) {
    int addresses = Integer.compareUnsigned(address.bits(), other.address.bits());
    return addresses != 0 ? addresses : Integer.compare(port, other.port);
  }
}
