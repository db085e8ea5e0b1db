package dev.muster.model.codec;

import java.util.Base64;

/** Base64 as it is stored: standard alphabet, padded, no line breaks. */
final class Base64Text {
  private Base64Text() {}

  /** Line breaks are allowed in the input, as the real decoder allows them. */
  static String normal(String text) {
    String bare =
        text.indexOf('\n') < 0 && text.indexOf('\r') < 0 ? text : text.replaceAll("[\r\n]", "");
    try {
      if (bare.length() % 4 != 0) {
        throw new IllegalArgumentException("unpadded");
      }
      return Base64.getEncoder().encodeToString(Base64.getDecoder().decode(bare));
    } catch (IllegalArgumentException e) {
      throw new DecodeException("illegal base64 data at input byte " + firstFault(bare));
    }
  }

  private static int firstFault(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean alphabet =
          c >= 'A' && c <= 'Z'
              || c >= 'a' && c <= 'z'
              || c >= '0' && c <= '9'
              || c == '+'
              || c == '/';
      if (!alphabet) {
        boolean padding = c == '=' && i % 4 >= 2 && text.length() - i <= 4 - i % 4;
        return padding ? text.length() : i;
      }
    }
    return text.length() / 4 * 4;
  }
}
