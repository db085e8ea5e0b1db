package dev.muster.api.pods;

import dev.muster.api.field.Errors;
import dev.muster.api.field.GoText;
import dev.muster.api.field.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** IP addresses as they are accepted (leading zeros and all) and as they should be written. */
final class IpAddresses {
  private static final Pattern DECIMAL = Pattern.compile("[0-9]+");
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{1,4}");
  private static final int GROUPS = 8;

  private IpAddresses() {}

  static void validate(String text, Path at, Errors errors) {
    if (parse(text).isEmpty()) {
      errors.invalidText(at, text, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
  }

  static boolean isV6(String text) {
    return parse(text).isPresent() && text.indexOf(':') >= 0 && !isMapped(parse(text).get());
  }

  /** What to say about an address that is accepted but written in an odd way. */
  static List<String> warnings(Path at, String text) {
    Optional<int[]> address = parse(text);
    if (address.isEmpty()) {
      return List.of();
    }
    boolean six = text.indexOf(':') >= 0;
    boolean leadingZeros =
        Arrays.stream(text.substring(text.lastIndexOf(':') + 1).split("\\."))
            .anyMatch(p -> text.indexOf('.') >= 0 && p.length() > 1 && p.startsWith("0"));
    if (leadingZeros || (six && isMapped(address.get()))) {
      return List.of(
          at
              + ": non-standard IP address "
              + GoText.quote(text)
              + " will be considered invalid in a future Kubernetes release: use "
              + GoText.quote(canonical(address.get(), six && !isMapped(address.get()))));
    }
    String canonical = canonical(address.get(), six);
    if (six && !canonical.equals(text)) {
      return List.of(
          at
              + ": IPv6 address "
              + GoText.quote(text)
              + " should be in RFC 5952 canonical format ("
              + GoText.quote(canonical)
              + ")");
    }
    return List.of();
  }

  /** The eight groups; an IPv4 address stands in the last two, after 0xffff. */
  private static Optional<int[]> parse(String text) {
    if (text.indexOf(':') < 0) {
      return four(text).map(v4 -> new int[] {0, 0, 0, 0, 0, 0xffff, v4[0], v4[1]});
    }
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text).filter(g -> g.size() == GROUPS).map(IpAddresses::array);
    }
    if (text.indexOf("::", gap + 1) >= 0) {
      return Optional.empty();
    }
    Optional<List<Integer>> head = groups(text.substring(0, gap));
    Optional<List<Integer>> tail = groups(text.substring(gap + 2));
    if (head.isEmpty() || tail.isEmpty() || text.substring(0, gap).indexOf('.') >= 0) {
      return Optional.empty();
    }
    int missing = GROUPS - head.get().size() - tail.get().size();
    if (missing < 1) {
      return Optional.empty();
    }
    List<Integer> all = new ArrayList<>(head.get());
    for (int i = 0; i < missing; i++) {
      all.add(0);
    }
    all.addAll(tail.get());
    return Optional.of(array(all));
  }

  private static Optional<List<Integer>> groups(String text) {
    List<Integer> out = new ArrayList<>();
    if (text.isEmpty()) {
      return Optional.of(out);
    }
    String[] parts = text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
        Optional<int[]> v4 = four(parts[i]);
        if (v4.isEmpty()) {
          return Optional.empty();
        }
        out.add(v4.get()[0]);
        out.add(v4.get()[1]);
      } else if (HEX.matcher(parts[i]).matches()) {
        out.add(Integer.parseInt(parts[i], 16));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(out);
  }

  private static Optional<int[]> four(String text) {
    String[] parts = text.split("\\.", -1);
    int[] bytes = new int[4];
    if (parts.length != 4) {
      return Optional.empty();
    }
    for (int i = 0; i < 4; i++) {
      String digits = parts[i].replaceFirst("^0+(?=.)", "");
      if (!DECIMAL.matcher(parts[i]).matches()
          || digits.length() > 3
          || Integer.parseInt(digits) > 255) {
        return Optional.empty();
      }
      bytes[i] = Integer.parseInt(digits);
    }
    return Optional.of(new int[] {bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]});
  }

  private static boolean isMapped(int[] groups) {
    return Arrays.stream(groups, 0, 5).allMatch(g -> g == 0) && groups[5] == 0xffff;
  }

  private static String canonical(int[] groups, boolean six) {
    if (!six) {
      return (groups[6] >> 8)
          + "."
          + (groups[6] & 0xff)
          + "."
          + (groups[7] >> 8)
          + "."
          + (groups[7] & 0xff);
    }
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

  private static int[] array(List<Integer> groups) {
    return groups.stream().mapToInt(Integer::intValue).toArray();
  }
}
