package dev.muster.model.codec;

import dev.muster.base.go.GoText;
import java.util.BitSet;
import java.util.Optional;

/**
 * Finds the first syntax fault in JSON and words it as Go's decoder does. Slower than the parser,
 * and only asked when that has failed. Not thread-safe: one instance, one text.
 */
public final class JsonSyntax {
  private final byte[] json;
  private int at;

  /** What is open: set for an object, clear for a list. */
  private final BitSet objects = new BitSet();

  private int depth;

  private JsonSyntax(byte[] json) {
    this.json = json;
  }

  /** The fault, or nothing when this is exactly one JSON value. */
  public static Optional<String> fault(byte[] json) {
    try {
      new JsonSyntax(json).document();
      return Optional.empty();
    } catch (DecodeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void document() {
    space();
    value();
    while (depth > 0) {
      afterValue();
    }
    space();
    if (at < json.length) {
      throw unexpected("after top-level value");
    }
  }

  /** A value up to its first end: of a value with no parts, or of an empty object or list. */
  private void value() {
    boolean inside;
    do {
      inside = begin();
    } while (inside);
  }

  /** Whether a further value must begin here. */
  private boolean begin() {
    switch (need()) {
      case '{' -> {
        open(true);
        space();
        if (need() != '}') {
          key();
          return true;
        }
        close();
      }
      case '[' -> {
        open(false);
        space();
        if (need() != ']') {
          return true;
        }
        close();
      }
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw unexpected("looking for beginning of value");
    }
    return false;
  }

  /** What may follow a value inside an object or a list. */
  private void afterValue() {
    space();
    boolean object = objects.get(depth);
    int c = need();
    if (c == (object ? '}' : ']')) {
      close();
      return;
    }
    if (c != ',') {
      throw unexpected(object ? "after object key:value pair" : "after array element");
    }
    at++;
    space();
    if (object) {
      key();
    }
    value();
  }

  private void key() {
    if (need() != '"') {
      throw unexpected("looking for beginning of object key string");
    }
    string();
    space();
    if (need() != ':') {
      throw unexpected("after object key");
    }
    at++;
    space();
  }

  private void open(boolean object) {
    if (depth == Trees.MAX_DEPTH) {
      throw unexpected("exceeded max depth");
    }
    depth++;
    objects.set(depth, object);
    at++;
  }

  private void close() {
    depth--;
    at++;
  }

  private void string() {
    at++;
    while (true) {
      int c = need();
      if (c < 0x20) {
        throw unexpected("in string literal");
      }
      at++;
      if (c == '"') {
        return;
      }
      if (c == '\\') {
        escape();
      }
    }
  }

  private void escape() {
    switch (need()) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at++;
      case 'u' -> {
        at++;
        for (int i = 0; i < 4; i++) {
          if (Character.digit(need(), 16) < 0) {
            throw unexpected("in \\u hexadecimal character escape");
          }
          at++;
        }
      }
      default -> throw unexpected("in string escape code");
    }
  }

  private void number() {
    if (json[at] == '-') {
      at++;
      if (!digit(need())) {
        throw unexpected("in numeric literal");
      }
    }
    if (json[at] == '0') {
      at++;
    } else {
      digits();
    }
    if (at < json.length && json[at] == '.') {
      at++;
      if (!digit(need())) {
        throw unexpected("after decimal point in numeric literal");
      }
      digits();
    }
    if (at < json.length && (json[at] == 'e' || json[at] == 'E')) {
      at++;
      if (need() == '+' || need() == '-') {
        at++;
      }
      if (!digit(need())) {
        throw unexpected("in exponent of numeric literal");
      }
      digits();
    }
  }

  private void digits() {
    while (at < json.length && digit(json[at])) {
      at++;
    }
  }

  private static boolean digit(int c) {
    return c >= '0' && c <= '9';
  }

  private void word(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (need() != word.charAt(i)) {
        throw unexpected("in literal " + word + " (expecting '" + word.charAt(i) + "')");
      }
      at++;
    }
  }

  private void space() {
    while (at < json.length && blank(json[at])) {
      at++;
    }
  }

  private static boolean blank(byte c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private int need() {
    if (at >= json.length) {
      throw new DecodeException("unexpected end of JSON input");
    }
    return json[at] & 0xff;
  }

  private DecodeException unexpected(String context) {
    return new DecodeException("invalid character " + quoted(json[at] & 0xff) + " " + context);
  }

  private static String quoted(int c) {
    if (c == '\'') {
      return "'\\''";
    }
    if (c == '"') {
      return "'\"'";
    }
    String quote = GoText.quote(Character.toString(c));
    return "'" + quote.substring(1, quote.length() - 1) + "'";
  }
}
