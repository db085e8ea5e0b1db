package dev.muster.base.go;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Texts as Go quotes them ({@code %q}), which is how Kubernetes writes them into messages. */
public final class GoText {
  private static final int BRIEF = 160;

  private GoText() {}

  /** {@code "text"}, with control, non-printable and quoting characters escaped. */
  public static String quote(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> append(out, c));
    return out.append('"').toString();
  }

  /** As {@link #quote}, of a foreign text of any length: the start of one that is long. */
  public static String brief(String text) {
    if (text.codePointCount(0, text.length()) <= BRIEF) {
      return quote(text);
    }
    String start = quote(text.substring(0, text.offsetByCodePoints(0, BRIEF)));
    return start.substring(0, start.length() - 1) + "...\"";
  }

  /** {@code ["a" "b"]}. */
  public static String list(List<String> texts) {
    return texts.stream().map(GoText::quote).collect(Collectors.joining(" ", "[", "]"));
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case 7 -> out.append("\\a");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case 11 -> out.append("\\v");
      default -> {
        if (printable(c)) {
          out.appendCodePoint(c);
        } else if (c < 0x20 || c == 0x7f) {
          out.append("\\x").append(HexFormat.of().toHexDigits((byte) c));
        } else if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
          out.append('\ufffd');
        } else {
          out.append(c > 0xffff ? "\\U" : "\\u");
          out.append(HexFormat.of().toHexDigits(c, c > 0xffff ? 8 : 4));
        }
      }
    }
  }

  /** Whether a code point stands for itself in a quoted text. */
  public static boolean printable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }
}
