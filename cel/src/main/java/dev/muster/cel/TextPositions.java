package dev.muster.cel;

import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Characters of texts by their places, which count code points; faults are in Kubernetes' words.
 */
final class TextPositions {
  private TextPositions() {}

  static void addTo(Functions f) {
    f.method(
        "charAt", "string_char_at_int", Typed.TEXT, Typed.TEXT, Typed.INT, TextPositions::charAt);
    f.method(
        "substring",
        "string_substring_int",
        Typed.TEXT,
        Typed.TEXT,
        Typed.INT,
        (text, start) -> substring(text, start, length(text)));
    f.method(
        "substring",
        "string_substring_int_int",
        Typed.TEXT,
        List.of(Typed.TEXT, Typed.INT, Typed.INT),
        a -> range((String) a[0], (Long) a[1], (Long) a[2]));
    f.method(
        "indexOf",
        "string_index_of_string",
        Typed.INT,
        Typed.TEXT,
        Typed.TEXT,
        (text, part) -> indexOf(text, part, 0));
    f.method(
        "indexOf",
        "string_index_of_string_int",
        Typed.INT,
        List.of(Typed.TEXT, Typed.TEXT, Typed.INT),
        a -> indexOf((String) a[0], (String) a[1], (Long) a[2]));
    f.method(
        "lastIndexOf",
        "string_last_index_of_string",
        Typed.INT,
        Typed.TEXT,
        Typed.TEXT,
        (text, part) ->
            part.isEmpty()
                ? (Object) length(text)
                : text.length() < part.length()
                    ? (Object) (-1L)
                    : lastIndexOf(text, part, length(text) - 1));
    f.method(
        "lastIndexOf",
        "string_last_index_of_string_int",
        Typed.INT,
        List.of(Typed.TEXT, Typed.TEXT, Typed.INT),
        a -> lastIndexOf((String) a[0], (String) a[1], (Long) a[2]));
  }

  private static long length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static FunctionFault outOfRange(long index) {
    return new FunctionFault("index out of range: " + index);
  }

  private static Object charAt(String text, long index) {
    long length = length(text);
    if (index < 0 || index > length) {
      throw outOfRange(index);
    }
    return index == length ? "" : substring(text, index, index + 1);
  }

  private static Object range(String text, long start, long end) {
    if (start > end) {
      throw new FunctionFault("invalid substring range. start: " + start + ", end: " + end);
    }
    return substring(text, start, end);
  }

  private static Object substring(String text, long start, long end) {
    long length = length(text);
    if (start < 0 || start > length) {
      throw outOfRange(start);
    }
    if (end < 0 || end > length) {
      throw outOfRange(end);
    }
    int from = text.offsetByCodePoints(0, (int) start);
    return text.substring(from, text.offsetByCodePoints(from, (int) (end - start)));
  }

  private static Object indexOf(String text, String part, long offset) {
    return search(text, part, offset, from -> text.indexOf(part, from));
  }

  private static Object lastIndexOf(String text, String part, long offset) {
    return search(text, part, offset, from -> text.lastIndexOf(part, from));
  }

  private static Object search(String text, String part, long offset, IntUnaryOperator searching) {
    if (part.isEmpty()) {
      return offset;
    }
    if (offset < 0) {
      throw outOfRange(offset);
    }
    if (offset >= length(text)) {
      return -1L;
    }
    return place(text, searching.applyAsInt(text.offsetByCodePoints(0, (int) offset)));
  }

  private static Object place(String text, int found) {
    return found < 0 ? -1L : (Object) (long) text.codePointCount(0, found);
  }
}
