package dev.muster.kinds.core;

import dev.muster.base.go.GoText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Says what keeps bytes from being a JSON object, in the words of Go's decoder, which users of
 * secrets know. Looks at syntax only; keeps nothing of what it reads.
 */
final class GoJsonSyntax {
  private static final int MAX_DEPTH = 10_000;

  private final byte[] in;
  private int at;

  private GoJsonSyntax(byte[] in) {
    this.in = in;
  }

  static Optional<String> faultOfObject(byte[] json) {
    GoJsonSyntax reader = new GoJsonSyntax(json);
    try {
      reader.document();
    } catch (Fault fault) {
      return Optional.of(fault.text);
    }
    reader.at = 0;
    reader.space();
    String other =
        switch (json[reader.at]) {
          case '{', 'n' -> "";
          case '[' -> "array";
          case '"' -> "string";
          case 't', 'f' -> "bool";
          default -> "number";
        };
    return other.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "json: cannot unmarshal " + other + " into Go value of type map[string]interface {}");
  }

  private static final class Fault extends Exception {
    private static final long serialVersionUID = 1L;
    private final String text;

    Fault(String text) {
      super(text, null, false, false);
      this.text = text;
    }
  }

  private void document() throws Fault {
    value();
    space();
    if (at < in.length) {
      throw unexpected("after top-level value");
    }
  }

  /** Reads a value without recursion: the input is not trusted to be shallow. */
  private void value() throws Fault {
    Deque<Byte> open = new ArrayDeque<>();
    boolean fresh = begin(open);
    while (!open.isEmpty()) {
      byte outer = open.getFirst();
      space();
      if (fresh && peek() == (outer == '{' ? '}' : ']')) {
        at++;
        open.removeFirst();
        fresh = false;
      } else if (fresh) {
        fresh = member(open, outer);
      } else {
        byte c = peek();
        at++;
        if (c == ',') {
          space();
          fresh = member(open, outer);
        } else if (c == (outer == '{' ? '}' : ']')) {
          open.removeFirst();
        } else {
          at--;
          throw unexpected(outer == '{' ? "after object key:value pair" : "after array element");
        }
      }
    }
  }

  private boolean member(Deque<Byte> open, byte outer) throws Fault {
    if (outer == '[') {
      return begin(open);
    }
    if (peek() != '"') {
      throw unexpected("looking for beginning of object key string");
    }
    string();
    space();
    if (peek() != ':') {
      throw unexpected("after object key");
    }
    at++;
    return begin(open);
  }

  /** Starts a value; true when it is a container, which then stands open. */
  private boolean begin(Deque<Byte> open) throws Fault {
    space();
    byte c = peek();
    switch (c) {
      case '{', '[' -> {
        if (open.size() >= MAX_DEPTH) {
          throw new Fault("exceeded max depth");
        }
        at++;
        open.addFirst(c);
        return true;
      }
      case '"' -> string();
      case 't' -> literal("true");
      case 'f' -> literal("false");
      case 'n' -> literal("null");
      default -> number();
    }
    return false;
  }

  private void literal(String word) throws Fault {
    for (int i = 0; i < word.length(); i++, at++) {
      if (peek() != word.charAt(i)) {
        throw unexpected("in literal " + word + " (expecting '" + word.charAt(i) + "')");
      }
    }
  }

  private void string() throws Fault {
    at++;
    while (peek() != '"') {
      byte c = peek();
      if (c >= 0 && c < 0x20) {
        throw unexpected("in string literal");
      }
      at++;
      if (c == '\\') {
        escape();
      }
    }
    at++;
  }

  private void escape() throws Fault {
    byte c = peek();
    if ("bfnrt\\/\"".indexOf(c) >= 0) {
      at++;
      return;
    }
    if (c != 'u') {
      throw unexpected("in string escape code");
    }
    at++;
    for (int i = 0; i < 4; i++, at++) {
      if (Character.digit(peek(), 16) < 0) {
        throw unexpected("in \\u hexadecimal character escape");
      }
    }
  }

  private void number() throws Fault {
    boolean negative = peek() == '-';
    if (negative) {
      at++;
    }
    if (!digit(peek())) {
      throw unexpected(negative ? "in numeric literal" : "looking for beginning of value");
    }
    if (in[at] == '0') {
      at++;
    } else {
      digits();
    }
    if (at < in.length && in[at] == '.') {
      at++;
      if (!digit(peek())) {
        throw unexpected("after decimal point in numeric literal");
      }
      digits();
    }
    if (at < in.length && (in[at] == 'e' || in[at] == 'E')) {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      if (!digit(peek())) {
        throw unexpected("in exponent of numeric literal");
      }
      digits();
    }
  }

  private void digits() {
    while (at < in.length && digit(in[at])) {
      at++;
    }
  }

  private static boolean digit(byte c) {
    return c >= '0' && c <= '9';
  }

  private void space() {
    while (at < in.length && " \t\r\n".indexOf(in[at]) >= 0) {
      at++;
    }
  }

  private byte peek() throws Fault {
    if (at >= in.length) {
      throw new Fault("unexpected end of JSON input");
    }
    return in[at];
  }

  private Fault unexpected(String where) {
    int c = in[at] & 0xff;
    String shown =
        switch (c) {
          case '\'' -> "'\\''";
          case '"' -> "'\"'";
          default -> {
            String text = new String(new char[] {(char) c});
            String quoted = GoText.quote(text);
            yield "'" + quoted.substring(1, quoted.length() - 1) + "'";
          }
        };
    return new Fault("invalid character " + shown + " " + where);
  }
}
