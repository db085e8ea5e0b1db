package dev.muster.network.address;

import java.util.Optional;

/**
 * A range of addresses.
 *
 * @param first with no bit set behind the prefix
 * @param prefix how many leading bits all its addresses share
 */
public record Ipv4Range(Ipv4 first, int prefix) {
  public Ipv4Range {
    if (prefix < 0 || prefix > 32) {
      throw new IllegalArgumentException("a prefix of " + prefix + " bits");
    }
    first = new Ipv4(first.bits() & mask(prefix));
  }

  /** Reads a range such as {@code 10.96.0.0/12}; empty for whatever else. */
  public static Optional<Ipv4Range> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(slash + 1).matches("[0-9]|[12][0-9]|3[0-2]")) {
      return Optional.empty();
    }
    int prefix = Integer.parseInt(text.substring(slash + 1));
    return Ipv4.parse(text.substring(0, slash))
        .filter(first -> (first.bits() & ~mask(prefix)) == 0)
        .map(first -> new Ipv4Range(first, prefix));
  }

  private static int mask(int prefix) {
    return prefix == 0 ? 0 : -1 << 32 - prefix;
  }

  public boolean contains(Ipv4 address) {
    return (address.bits() & mask(prefix)) == first.bits();
  }

  public boolean overlaps(Ipv4Range other) {
    return contains(other.first) || other.contains(first);
  }

  /** The address that is so far behind the first. */
  public Ipv4 at(int offset) {
    return new Ipv4(first.bits() + offset);
  }

  @Override
  public String toString() {
    return first + "/" + prefix;
  }
}
