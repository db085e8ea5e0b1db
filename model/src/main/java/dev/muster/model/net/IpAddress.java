package dev.muster.model.net;

import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IP address: eight groups of 16 bits. An IPv4 address and its IPv6-mapped form are the same
 * value. Accepted with leading zeros, written in the canonical form.
 */
public final class IpAddress {
  private static final Pattern DECIMAL = Pattern.compile("0*([0-9]{1,3})");
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{1,4}");
  private static final Pattern LEADING_ZERO = Pattern.compile("(.*[.:])?0[0-9]+\\..*|.*\\.0[0-9]+");
  private static final int GROUPS = 8;

  private final int[] groups;

  private IpAddress(int[] groups) {
    this.groups = groups;
  }

  /** Reads an address; empty when the text is none. */
  public static Optional<IpAddress> parse(String text) {
    if (text.indexOf(':') < 0) {
      return four(text)
          .map(p -> new IpAddress(new int[] {0, 0, 0, 0, 0, 0xffff, p.getFirst(), p.getLast()}));
    }
    int gap = text.indexOf("::");
    List<Integer> all = new ArrayList<>();
    if (gap < 0) {
      return groups(text, all, true) && all.size() == GROUPS ? of(all) : Optional.empty();
    }
    List<Integer> tail = new ArrayList<>();
    if (!groups(text.substring(0, gap), all, false)
        || !groups(text.substring(gap + 2), tail, true)
        || all.size() + tail.size() >= GROUPS) {
      return Optional.empty();
    }
    while (all.size() + tail.size() < GROUPS) {
      all.add(0);
    }
    all.addAll(tail);
    return of(all);
  }

  private static Optional<IpAddress> of(List<Integer> groups) {
    return Optional.of(new IpAddress(groups.stream().mapToInt(Integer::intValue).toArray()));
  }

  private static boolean groups(String text, List<Integer> into, boolean last) {
    if (text.isEmpty()) {
      return true;
    }
    String[] parts = text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      if (last && i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
        Optional<List<Integer>> four = four(parts[i]);
        four.ifPresent(into::addAll);
        return four.isPresent();
      }
      if (!HEX.matcher(parts[i]).matches()) {
        return false;
      }
      into.add(Integer.parseInt(parts[i], 16));
    }
    return true;
  }

  private static Optional<List<Integer>> four(String text) {
    String[] parts = text.split("\\.", -1);
    int value = 0;
    if (parts.length != 4) {
      return Optional.empty();
    }
    for (String part : parts) {
      var m = DECIMAL.matcher(part);
      if (!m.matches() || Integer.parseInt(m.group(1)) > 255) {
        return Optional.empty();
      }
      value = value << 8 | Integer.parseInt(m.group(1));
    }
    return Optional.of(List.of(value >>> 16, value & 0xffff));
  }

  /** Finds fault with a text that is no address. */
  public static void validate(String text, Path at, Errors errors) {
    if (parse(text).isEmpty()) {
      errors.invalidText(at, text, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
  }

  /** What is wrong with a text that must be an address, written in the one canonical way. */
  public static List<String> canonicalFaults(String text) {
    Optional<IpAddress> parsed = parse(text);
    if (parsed.isEmpty()) {
      return List.of("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
    IpAddress address = parsed.get();
    if (address.isV4() && text.indexOf(':') >= 0) {
      return List.of("must not be an IPv4-mapped IPv6 address");
    }
    if (address.text().equals(text)) {
      return List.of();
    }
    return List.of(
        LEADING_ZERO.matcher(text).matches()
            ? "must not have leading 0s"
            : "must be in canonical form (" + GoText.quote(address.text()) + ")");
  }

  /** Finds fault with addresses that mean something on one node only. */
  public static void validateNonSpecial(String text, Path at, Errors errors) {
    Optional<IpAddress> parsed = parse(text);
    if (parsed.isEmpty()) {
      errors.invalidText(at, text, "must be a valid IP address");
      return;
    }
    IpAddress ip = parsed.get();
    if (ip.isUnspecified()) {
      errors.invalidText(at, text, "may not be unspecified (" + text + ")");
    }
    if (ip.isLoopback()) {
      errors.invalidText(at, text, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
    }
    if (ip.isLinkLocal()) {
      errors.invalidText(
          at, text, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    }
    if (ip.isLinkLocalMulticast()) {
      errors.invalidText(
          at, text, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
    }
  }

  /** Whether it is one of IPv4, also when it was written in its IPv6-mapped form. */
  public boolean isV4() {
    for (int i = 0; i < 5; i++) {
      if (groups[i] != 0) {
        return false;
      }
    }
    return groups[5] == 0xffff;
  }

  /** {@code 0.0.0.0} or {@code ::}. */
  public boolean isUnspecified() {
    return isV4() ? (groups[6] | groups[7]) == 0 : text().equals("::");
  }

  /** Whether it leads back to the same host. */
  public boolean isLoopback() {
    return isV4() ? groups[6] >> 8 == 127 : text().equals("::1");
  }

  /** Whether it means something on one link only. */
  public boolean isLinkLocal() {
    return isV4() ? groups[6] == 0xa9fe : (groups[0] & 0xffc0) == 0xfe80;
  }

  /** Whether it is a group of hosts on one link. */
  public boolean isLinkLocalMulticast() {
    return isV4()
        ? groups[6] == 0xe000 && groups[7] >> 8 == 0
        : groups[0] >> 8 == 0xff && (groups[0] & 0xf) == 2;
  }

  /** Whether it is a group of hosts. */
  public boolean isMulticast() {
    return isV4() ? groups[6] >> 12 == 0xe : groups[0] >> 8 == 0xff;
  }

  /** This address with all bits from {@code from} (of 128) on cleared. */
  IpAddress masked(int from) {
    int[] out = groups.clone();
    for (int i = from; i < 128; i++) {
      out[i / 16] &= ~(1 << (15 - i % 16));
    }
    return new IpAddress(out);
  }

  /** The canonical text. */
  public String text() {
    return isV4()
        ? "%d.%d.%d.%d"
            .formatted(groups[6] >> 8, groups[6] & 0xff, groups[7] >> 8, groups[7] & 0xff)
        : six();
  }

  private String six() {
    int start = -1;
    int length = 1;
    for (int i = 0; i < GROUPS; i++) {
      int run = 0;
      while (i + run < GROUPS && groups[i + run] == 0) {
        run++;
      }
      if (run > length) {
        start = i;
        length = run;
      }
      i += run;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == start) {
        out.append("::");
        i += length - 1;
      } else {
        out.append(out.isEmpty() || out.charAt(out.length() - 1) == ':' ? "" : ":")
            .append(Integer.toHexString(groups[i]));
      }
    }
    return out.toString();
  }
}
