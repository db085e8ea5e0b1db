package dev.muster.identity;

/** A value from an image or a user inside a message: quoted, on one line, of bounded length. */
final class Quoted {
  private static final int MAX = 80;

  private Quoted() {}

  static String of(String value) {
    StringBuilder out = new StringBuilder("\"");
    value
        .codePoints()
        .limit(MAX)
        .forEach(
            point -> {
              if (point == '"' || point == '\\') {
                out.append('\\').appendCodePoint(point);
              } else if (Character.isISOControl(point)) {
                out.append(String.format("\\x%02x", point));
              } else {
                out.appendCodePoint(point);
              }
            });
    return out.append(value.codePointCount(0, value.length()) > MAX ? "..." : "")
        .append('"')
        .toString();
  }
}
