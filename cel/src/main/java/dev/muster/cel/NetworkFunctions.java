package dev.muster.cel;

import dev.muster.base.go.GoText;
import dev.muster.model.net.Cidr;
import dev.muster.model.net.IpAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code ip('...')}, {@code cidr('...')} and what they can be asked. */
final class NetworkFunctions {
  private static final Typed<Ip> IP = Typed.opaque("net.IP", Ip.class);
  private static final Typed<Net> NET = Typed.opaque("net.CIDR", Net.class);
  private static final Pattern LEADING_ZERO = Pattern.compile("(?:^|.*[.:])0[0-9]+(?:\\..*|/.*)?");

  private NetworkFunctions() {}

  /** An address in its canonical text. */
  record Ip(String text) {
    IpAddress address() {
      return IpAddress.parse(text).orElseThrow();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** A range: an address, not necessarily the first of the range, and the bits that count. */
  record Net(Ip ip, int bits) {
    Cidr cidr() {
      return Cidr.parse(toString()).orElseThrow();
    }

    Net masked() {
      String network = cidr().network();
      return new Net(new Ip(network.substring(0, network.indexOf('/'))), bits);
    }

    boolean contains(Ip other) {
      int all = other.address().isV4() ? 32 : 128;
      return cidr().contains(new Net(other, all).cidr());
    }

    @Override
    public String toString() {
      return ip + "/" + bits;
    }
  }

  static void addTo(Functions f) {
    f.function("ip", "string_to_ip", IP, Typed.TEXT, NetworkFunctions::ip);
    f.function("isIP", "is_ip", Typed.BOOL, Typed.TEXT, t -> find(t).isPresent());
    f.function(
        "ip.isCanonical", "ip_is_canonical", Typed.BOOL, Typed.TEXT, t -> ip(t).text().equals(t));
    f.function("string", "ip_to_string", Typed.TEXT, IP, Ip::toString);
    f.method("family", "ip_family", Typed.INT, IP, ip -> ip.address().isV4() ? 4L : 6L);
    f.method(
        "isUnspecified", "ip_is_unspecified", Typed.BOOL, IP, ip -> ip.address().isUnspecified());
    f.method("isLoopback", "ip_is_loopback", Typed.BOOL, IP, ip -> ip.address().isLoopback());
    f.method(
        "isLinkLocalMulticast",
        "ip_is_link_local_multicast",
        Typed.BOOL,
        IP,
        ip -> ip.address().isLinkLocalMulticast());
    f.method(
        "isLinkLocalUnicast",
        "ip_is_link_local_unicast",
        Typed.BOOL,
        IP,
        ip -> ip.address().isLinkLocal());
    f.method("isGlobalUnicast", "ip_is_global_unicast", Typed.BOOL, IP, NetworkFunctions::isGlobal);
    f.function("cidr", "string_to_cidr", NET, Typed.TEXT, NetworkFunctions::net);
    f.function("isCIDR", "is_cidr", Typed.BOOL, Typed.TEXT, t -> findNet(t).isPresent());
    f.function("string", "cidr_to_string", Typed.TEXT, NET, Net::toString);
    f.method("ip", "cidr_ip", IP, NET, Net::ip);
    f.method("masked", "cidr_masked", NET, NET, Net::masked);
    f.method("prefixLength", "cidr_prefix_length", Typed.INT, NET, n -> (long) n.bits());
    f.method("containsIP", "cidr_contains_ip_ip", Typed.BOOL, NET, IP, Net::contains);
    f.method(
        "containsIP",
        "cidr_contains_ip_string",
        Typed.BOOL,
        NET,
        Typed.TEXT,
        (n, t) -> n.contains(ip(t)));
    f.method(
        "containsCIDR",
        "cidr_contains_cidr",
        Typed.BOOL,
        NET,
        NET,
        (a, b) -> a.cidr().contains(b.cidr()));
    f.method(
        "containsCIDR",
        "cidr_contains_cidr_string",
        Typed.BOOL,
        NET,
        Typed.TEXT,
        (a, t) -> a.cidr().contains(net(t).cidr()));
  }

  private static Object isGlobal(Ip ip) {
    IpAddress a = ip.address();
    return !ip.text().equals("255.255.255.255")
        && !a.isUnspecified()
        && !a.isLoopback()
        && !a.isMulticast()
        && !a.isLinkLocal();
  }

  private static Optional<Ip> find(String text) {
    boolean six = text.indexOf(':') >= 0;
    return LEADING_ZERO.matcher(text).matches() && !six
        ? Optional.empty()
        : IpAddress.parse(text).filter(a -> a.isV4() != six).map(a -> new Ip(a.text()));
  }

  private static Ip ip(String text) {
    return find(text)
        .orElseThrow(
            () ->
                new FunctionFault(
                    "IP Address "
                        + GoText.quote(text)
                        + " parse error during conversion from string: ParseAddr("
                        + GoText.quote(text)
                        + "): unable to parse IP"));
  }

  private static Optional<Net> findNet(String text) {
    int slash = text.indexOf('/');
    return Cidr.parse(text)
        .filter(c -> !text.substring(slash + 1).matches("0[0-9]+"))
        .flatMap(c -> find(text.substring(0, slash)).map(ip -> new Net(ip, c.bits())));
  }

  private static Net net(String text) {
    return findNet(text)
        .orElseThrow(
            () ->
                new FunctionFault(
                    "network address parse error during conversion from string: network address"
                        + " parse error during conversion from string: netip.ParsePrefix("
                        + GoText.quote(text)
                        + "): unable to parse"));
  }
}
