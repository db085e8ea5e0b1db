package dev.muster.network.dns;

import dev.muster.network.address.Ipv4;

/** What is known of a name. Names are without the last dot. */
public sealed interface NameRecord {
  /** Whose record it is. */
  String name();

  /** An address. */
  record A(String name, Ipv4 address) implements NameRecord {}

  /** Where a port of a service is; all are as good as each other. */
  record Srv(String name, int port, String target) implements NameRecord {}

  /** The name of an address. */
  record Ptr(String name, String target) implements NameRecord {}

  /** Another name for it. */
  record Cname(String name, String target) implements NameRecord {}

  /** A text of less than 256 characters. */
  record Txt(String name, String text) implements NameRecord {}

  /** Who knows about the zone. */
  record Ns(String name, String target) implements NameRecord {}

  /** The beginning of the zone. */
  record Soa(String name) implements NameRecord {}
}
