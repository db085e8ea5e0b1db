package dev.muster.cli.logging;

/** Text of any origin, made fit for a line of a log. */
final class LogText {
  private LogText() {}

  /** Escapes what is not a character to be seen, and cuts what is longer than {@code most}. */
  static void append(StringBuilder out, String text, int most) {
    int end = Math.min(text.length(), most);
    int plain = 0;
    for (int at = 0; at < end; at++) {
      if (isHarmful(text, at)) {
        out.append(text, plain, at);
        escape(out, text.charAt(at));
        plain = at + 1;
      }
    }
    out.append(text, plain, end);
    if (end < text.length()) {
      out.append("... (").append(text.length() - end).append(" more)");
    }
  }

  /** Ends of lines, control characters, changes of direction, and halves of characters. */
  private static boolean isHarmful(String text, int at) {
    char c = text.charAt(at);
    if (c < 0x7f) {
      return c < ' ';
    }
    if (Character.isHighSurrogate(c)) {
      return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }

  private static void escape(StringBuilder out, char c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        out.append("\\u");
        String digits = Integer.toHexString(c);
        out.repeat('0', 4 - digits.length()).append(digits);
      }
    }
  }
}
