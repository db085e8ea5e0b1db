package dev.muster.apiserver.proxy;

import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One tag of HTML, from {@code <} to {@code >}, with its links rewritten and nothing else changed.
 */
final class StartTag {
  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int at;
  private int copied;

  private StartTag(String text) {
    this.text = text;
  }

  /** What the element is called. */
  static String name(String tag) {
    int end = 1;
    while (end < tag.length() && !isBreak(tag.charAt(end))) {
      end++;
    }
    return tag.substring(1, end).toLowerCase(Locale.ROOT);
  }

  static String rewrite(String tag, UnaryOperator<String> links) {
    String name = name(tag);
    Set<String> attributes = LinkAttributes.of(name);
    return attributes.isEmpty()
        ? tag
        : new StartTag(tag).rewrite(1 + name.length(), attributes, links);
  }

  private String rewrite(int from, Set<String> attributes, UnaryOperator<String> links) {
    at = from;
    while (at < text.length() - 1) {
      skipBreaks();
      String attribute = word("=").toLowerCase(Locale.ROOT);
      skipSpace();
      if (at >= text.length() || text.charAt(at) != '=') {
        continue;
      }
      at++;
      skipSpace();
      int start = at;
      String value = value();
      if (attributes.contains(attribute)) {
        int valueStart = start + (isQuote(start) ? 1 : 0);
        out.append(text, copied, valueStart).append(links.apply(value));
        copied = valueStart + value.length();
      }
    }
    return out.append(text, copied, text.length()).toString();
  }

  private boolean isQuote(int where) {
    return where < text.length() && (text.charAt(where) == '"' || text.charAt(where) == '\'');
  }

  private String value() {
    if (!isQuote(at)) {
      int start = at;
      while (at < text.length()
          && !Character.isWhitespace(text.charAt(at))
          && text.charAt(at) != '>') {
        at++;
      }
      return text.substring(start, at);
    }
    int end = text.indexOf(text.charAt(at), at + 1);
    String value = text.substring(at + 1, end < 0 ? text.length() - 1 : end);
    at = end < 0 ? text.length() : end + 1;
    return value;
  }

  private String word(String ends) {
    int start = at;
    while (at < text.length()
        && !isBreak(text.charAt(at))
        && (at == start || ends.indexOf(text.charAt(at)) < 0)) {
      at++;
    }
    return text.substring(start, at);
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private void skipBreaks() {
    while (at < text.length() && isBreak(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isBreak(char c) {
    return Character.isWhitespace(c) || c == '/' || c == '>';
  }
}
