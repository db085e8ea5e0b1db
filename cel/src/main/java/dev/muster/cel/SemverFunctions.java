package dev.muster.cel;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code semver('1.2.3-rc.1')} and its order. */
final class SemverFunctions {
  private static final Typed<Version> VERSION = Typed.opaque("kubernetes.Semver", Version.class);
  private static final Pattern SHAPE =
      Pattern.compile(
          "(0|[1-9][0-9]{0,17})\\.(0|[1-9][0-9]{0,17})\\.(0|[1-9][0-9]{0,17})"
              + "(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*+))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*+))?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final int MAX_LENGTH = 4096;

  private SemverFunctions() {}

  record Version(long major, long minor, long patch, List<String> before)
      implements Comparable<Version> {

    @Override
    public int compareTo(Version other) {
      int order = Long.compare(major, other.major);
      order = order == 0 ? Long.compare(minor, other.minor) : order;
      order = order == 0 ? Long.compare(patch, other.patch) : order;
      return order == 0 ? compare(before, other.before) : order;
    }

    /** A version without identifiers comes after those that have some. */
    private static int compare(List<String> a, List<String> b) {
      if (a.isEmpty() || b.isEmpty()) {
        return Boolean.compare(a.isEmpty(), b.isEmpty());
      }
      for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
        int order = compare(a.get(i), b.get(i));
        if (order != 0) {
          return order;
        }
      }
      return Integer.compare(a.size(), b.size());
    }

    private static int compare(String a, String b) {
      boolean numeric = NUMBER.matcher(a).matches();
      if (numeric != NUMBER.matcher(b).matches()) {
        return numeric ? -1 : 1;
      }
      return Integer.signum(
          numeric ? new BigInteger(a).compareTo(new BigInteger(b)) : a.compareTo(b));
    }
  }

  static void addTo(Functions f) {
    f.function("semver", "string_to_semver", VERSION, Typed.TEXT, t -> need(parse(t)));
    f.function(
        "semver",
        "string_bool_to_semver",
        VERSION,
        Typed.TEXT,
        Typed.BOOL,
        (t, normal) -> need(parse(t, normal)));
    f.function("isSemver", "is_semver_string", Typed.BOOL, Typed.TEXT, t -> parse(t).isPresent());
    f.function(
        "isSemver",
        "is_semver_string_bool",
        Typed.BOOL,
        Typed.TEXT,
        Typed.BOOL,
        (t, normal) -> parse(t, normal).isPresent());
    f.method("major", "semver_major", Typed.INT, VERSION, Version::major);
    f.method("minor", "semver_minor", Typed.INT, VERSION, Version::minor);
    f.method("patch", "semver_patch", Typed.INT, VERSION, Version::patch);
    f.method(
        "compareTo",
        "semver_compare_to",
        Typed.INT,
        VERSION,
        VERSION,
        (a, b) -> (long) a.compareTo(b));
    f.method(
        "isGreaterThan",
        "semver_is_greater_than",
        Typed.BOOL,
        VERSION,
        VERSION,
        (a, b) -> a.compareTo(b) > 0);
    f.method(
        "isLessThan",
        "semver_is_less_than",
        Typed.BOOL,
        VERSION,
        VERSION,
        (a, b) -> a.compareTo(b) < 0);
  }

  private static Version need(Optional<Version> version) {
    return version.orElseThrow(() -> new FunctionFault("No Major.Minor.Patch elements found"));
  }

  private static Optional<Version> parse(String text, boolean normal) {
    return parse(normal ? normalized(text) : text);
  }

  private static Optional<Version> parse(String text) {
    Matcher m = SHAPE.matcher(text);
    if (text.length() > MAX_LENGTH || !m.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new Version(
            Long.parseLong(m.group(1)),
            Long.parseLong(m.group(2)),
            Long.parseLong(m.group(3)),
            m.group(4) == null ? List.of() : List.of(m.group(4).split("\\.", -1))));
  }

  /** Without a leading v and leading zeros, and with all three numbers. */
  private static String normalized(String text) {
    String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      String part = i < parts.length ? parts[i] : "0";
      out.append(i == 0 ? "" : ".").append(part.replaceFirst("^0+(?=[0-9])", ""));
    }
    return out.toString();
  }
}
