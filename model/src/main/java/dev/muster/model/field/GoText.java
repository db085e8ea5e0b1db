package dev.muster.model.field;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HexFormat;

/** Values as the real server writes them into its messages. */
public final class GoText {
  private GoText() {}

  /** The value as it stands in "Invalid value: ...". */
  public static String value(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return "null";
    }
    return node.isTextual() ? quote(node.textValue()) : json(node);
  }

  /** JSON as Go writes it: entries of maps in the order of their keys, <, > and & escaped. */
  public static String json(JsonNode node) {
    return node.toString()
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** A text in double quotes with Go's escapes. */
  public static String quote(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    text.codePoints()
        .forEach(
            c -> {
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
                  if (c < 0x20 || c == 0x7f) {
                    out.append("\\x").append(HexFormat.of().toHexDigits((byte) c));
                  } else if (printable(c)) {
                    out.appendCodePoint(c);
                  } else {
                    out.append(c > 0xffff ? "\\U" : "\\u");
                    out.append(HexFormat.of().toHexDigits(c, c > 0xffff ? 8 : 4));
                  }
                }
              }
            });
    return out.append('"').toString();
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
