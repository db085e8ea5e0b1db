package dev.muster.runtime.images;

/** A value from outside inside a message: quoted, on one line, of bounded length. */
final class Quote {
  private static final int MAX = 160;

  private Quote() {}

  static String of(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < Math.min(MAX, value.length()); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        out.append(String.format("\\x%02x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append(value.length() > MAX ? "..." : "").append('"').toString();
  }
}
