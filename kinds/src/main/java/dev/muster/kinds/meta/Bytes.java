package dev.muster.kinds.meta;

/** Sizes as they count on the wire. */
public final class Bytes {
  private Bytes() {}

  /** The length of a text in UTF-8. */
  public static int of(String text) {
    int n = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      n += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
    }
    return n;
  }

  /** How many bytes stand behind a base64 text. */
  public static int ofBase64(String text) {
    int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
    return text.length() / 4 * 3 - padding;
  }
}
