package dev.muster.apiserver.access;

/** Texts of others in a place for one short line. */
final class OneLine {
  private OneLine() {}

  /** Without line ends and other control characters, and cut if it is longer than that. */
  static String of(String text, int longest) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < text.length() && line.length() < longest; i++) {
      char each = text.charAt(i);
      boolean control = Character.isISOControl(each) || each == '\u2028' || each == '\u2029';
      line.append(control ? ' ' : each);
    }
    if (line.length() > 0 && Character.isHighSurrogate(line.charAt(line.length() - 1))) {
      line.setLength(line.length() - 1);
    }
    return text.length() > longest ? line + "..." : line.toString();
  }
}
