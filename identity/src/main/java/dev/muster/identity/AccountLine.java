package dev.muster.identity;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of an account file, its fields split at colons. Bytes are held as Latin-1 characters, so
 * that names are equal exactly when their bytes are.
 *
 * @param number counted from 1
 */
record AccountLine(int number, List<String> fields) {

  String name() {
    return fields.getFirst();
  }

  /** The id in a field, or null when there is none that the kernel would know. */
  @Nullable Long id(int field) {
    if (field >= fields.size() || !looksNumeric(fields.get(field))) {
      return null;
    }
    long value = number(fields.get(field));
    return value < 0 || value > Id.MAX_KERNEL ? null : value;
  }

  String text(int field) {
    return field < fields.size() ? display(fields.get(field)) : "";
  }

  /** Whether a field is written as a number at all, however large. */
  static boolean looksNumeric(String text) {
    int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if (text.length() == start) {
      return false;
    }
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /**
   * The value of what {@link #looksNumeric}; -1 for anything that is negative or beyond 64 bits.
   */
  static long number(String text) {
    try {
      return Math.max(-1, Long.parseLong(text));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  static String display(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
