package dev.muster.model.net;

import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of addresses: an address and how many leading bits count.
 *
 * @param bits of 32 for a text without a colon, else of 128
 */
public record Cidr(IpAddress address, int bits, boolean six) {
  private static final Pattern LEADING_ZERO =
      Pattern.compile("(?:^|.*[.:])0[0-9]+\\..*|.*\\.0[0-9]+.*");

  /** Reads a range; empty when the text is none. */
  public static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
      return Optional.empty();
    }
    boolean six = text.indexOf(':') >= 0;
    int bits = Integer.parseInt(text.substring(slash + 1));
    return bits > (six ? 128 : 32)
        ? Optional.empty()
        : IpAddress.parse(text.substring(0, slash)).map(ip -> new Cidr(ip, bits, six));
  }

  /** Finds fault with a text that is no range. */
  public static void validate(String text, Path at, Errors errors) {
    if (parse(text).isEmpty()) {
      errors.invalidText(
          at, text, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    }
  }

  /** Checks a range that must be written in the one canonical way. */
  public static void validateCanonical(String text, Path at, Errors errors) {
    Optional<Cidr> parsed = parse(text);
    if (parsed.isEmpty()) {
      validate(text, at, errors);
      return;
    }
    Cidr cidr = parsed.get();
    if (cidr.zeroLed(text)) {
      errors.invalidText(at, text, "must not have leading 0s in IP or prefix length");
    } else if (cidr.six && cidr.address.isV4()) {
      errors.invalidText(at, text, "must not have an IPv4-mapped IPv6 address");
    } else if (!cidr.network().equals(cidr.address.text() + "/" + cidr.bits)) {
      errors.invalidText(at, text, "must not have bits set beyond the prefix length");
    } else if (!cidr.network().equals(text)) {
      errors.invalidText(
          at, text, "must be in canonical form (" + GoText.quote(cidr.network()) + ")");
    }
  }

  private boolean zeroLed(String text) {
    String prefix = text.substring(text.indexOf('/') + 1);
    return LEADING_ZERO.matcher(text).matches() || prefix.length() > 1 && prefix.startsWith("0");
  }

  /** The network's address and its length. */
  public String network() {
    return address.masked(six ? bits : 96 + bits).text() + "/" + bits;
  }

  /** Whether every address of the other range is in this one. */
  public boolean contains(Cidr other) {
    int mine = six ? bits : 96 + bits;
    int theirs = other.six ? other.bits : 96 + other.bits;
    return theirs >= mine
        && address.isV4() == other.address.isV4()
        && other.address.masked(mine).text().equals(address.masked(mine).text());
  }

  /** What to say about a range that is accepted but written in an odd way. */
  public static List<String> warnings(Path at, String text) {
    Optional<Cidr> parsed = parse(text);
    if (parsed.isEmpty()) {
      return List.of();
    }
    Cidr cidr = parsed.get();
    List<String> out = new ArrayList<>();
    String quoted = GoText.quote(text);
    if (!cidr.network().equals(cidr.address.text() + "/" + cidr.bits)) {
      out.add(
          "%s: CIDR value %s is ambiguous in this context (should be %s or %s?)"
              .formatted(
                  at,
                  quoted,
                  GoText.quote(cidr.network()),
                  GoText.quote(cidr.address.text() + "/" + (cidr.six ? 128 : 32))));
    }
    if (cidr.zeroLed(text) || (cidr.six && cidr.address.isV4())) {
      out.add(
          "%s: non-standard CIDR value %s will be considered invalid in a future Kubernetes release: use %s"
              .formatted(at, quoted, GoText.quote(cidr.network())));
    }
    String canonical = cidr.address.text() + "/" + cidr.bits;
    if (out.isEmpty() && cidr.six && !canonical.equals(text)) {
      out.add(
          "%s: IPv6 CIDR value %s should be in RFC 5952 canonical format (%s)"
              .formatted(at, quoted, GoText.quote(canonical)));
    }
    return out;
  }
}
