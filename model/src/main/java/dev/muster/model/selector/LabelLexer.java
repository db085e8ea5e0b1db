package dev.muster.model.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Cuts a label selector into tokens. */
final class LabelLexer {
  enum Sort {
    END,
    WORD,
    NOT,
    EQUALS,
    DOUBLE_EQUALS,
    NOT_EQUALS,
    GREATER,
    LESS,
    IN,
    NOT_IN,
    OPEN,
    CLOSE,
    COMMA
  }

  /** A token with its text. */
  record Token(Sort sort, String text) {
    /** Keywords are ordinary words wherever a key or value is expected. */
    Sort asValue() {
      return sort == Sort.IN || sort == Sort.NOT_IN ? Sort.WORD : sort;
    }
  }

  private static final Map<String, Sort> FIXED =
      Map.ofEntries(
          Map.entry(")", Sort.CLOSE),
          Map.entry("(", Sort.OPEN),
          Map.entry(",", Sort.COMMA),
          Map.entry("!", Sort.NOT),
          Map.entry("==", Sort.DOUBLE_EQUALS),
          Map.entry("=", Sort.EQUALS),
          Map.entry("!=", Sort.NOT_EQUALS),
          Map.entry(">", Sort.GREATER),
          Map.entry("<", Sort.LESS),
          Map.entry("in", Sort.IN),
          Map.entry("notin", Sort.NOT_IN));

  private final String text;
  private int at;

  private LabelLexer(String text) {
    this.text = text;
  }

  /** All tokens; the last one is the end. */
  static List<Token> tokens(String text) {
    LabelLexer lexer = new LabelLexer(text);
    List<Token> out = new ArrayList<>();
    Token next;
    do {
      next = lexer.next();
      out.add(next);
    } while (next.sort() != Sort.END);
    return out;
  }

  private Token next() {
    while (at < text.length() && blank(text.charAt(at))) {
      at++;
    }
    if (at == text.length() || text.charAt(at) == 0) {
      return new Token(Sort.END, "");
    }
    return special(text.charAt(at)) ? symbol() : word();
  }

  private Token word() {
    int start = at;
    while (at < text.length() && !special(text.charAt(at)) && !blank(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    return new Token(FIXED.getOrDefault(word, Sort.WORD), word);
  }

  /** The longest symbol that starts here. */
  private Token symbol() {
    for (int length = Math.min(2, text.length() - at); length > 0; length--) {
      String symbol = text.substring(at, at + length);
      Sort sort = FIXED.get(symbol);
      if (sort != null && special(symbol.charAt(length - 1))) {
        at += length;
        return new Token(sort, symbol);
      }
    }
    throw new IllegalStateException("every special character is a symbol of its own");
  }

  private static boolean special(char c) {
    return "=!(),><".indexOf(c) >= 0;
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }
}
