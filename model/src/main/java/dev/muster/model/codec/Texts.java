package dev.muster.model.codec;

/** Text as the wire may carry it. */
final class Texts {
  private Texts() {}

  /** Replaces surrogates that have no partner, which UTF-8 cannot express. */
  static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return repaired(text);
      }
    }
    return text;
  }

  private static String repaired(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                out.appendCodePoint(
                    c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c));
    return out.toString();
  }
}
