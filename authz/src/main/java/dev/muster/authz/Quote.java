package dev.muster.authz;

import java.util.List;
import java.util.stream.Collectors;

/** Quotes user values in messages exactly as Kubernetes does (Go's {@code %q}). */
public final class Quote {
  private Quote() {}

  /** {@code "value"}, with control, non-printable and quoting characters escaped. */
  public static String of(String value) {
    var out = new StringBuilder(value.length() + 2).append('"');
    value.codePoints().forEach(c -> append(out, c));
    return out.append('"').toString();
  }

  /** {@code ["a" "b"]}. */
  public static String list(List<String> values) {
    return values.stream().map(Quote::of).collect(Collectors.joining(" ", "[", "]"));
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case 0x07 -> out.append("\\a");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case 0x0b -> out.append("\\v");
      default -> {
        if (isPrintable(c)) {
          out.appendCodePoint(c);
        } else if (c < 0x20 || c == 0x7f) {
          out.append(String.format("\\x%02x", c));
        } else if (c >= 0xd800 && c <= 0xdfff) {
          out.append('\ufffd');
        } else if (c < 0x10000) {
          out.append(String.format("\\u%04x", c));
        } else {
          out.append(String.format("\\U%08x", c));
        }
      }
    }
  }

  private static boolean isPrintable(int c) {
    if (c == ' ') {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
