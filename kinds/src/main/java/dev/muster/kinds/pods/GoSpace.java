package dev.muster.kinds.pods;

/** White space as the real server sees it: Unicode's, with the no-break spaces. */
final class GoSpace {
  private GoSpace() {}

  static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isSpace(char c) {
    return switch (c) {
      case '\t', '\n', 0x0b, '\f', '\r', ' ', 0x85, 0xa0 -> true;
      default -> c > 0xff && (Character.isSpaceChar(c));
    };
  }
}
