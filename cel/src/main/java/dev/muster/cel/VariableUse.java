package dev.muster.cel;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which variables of its policy an expression uses, by its text: those that stand behind {@code
 * variables.}, in literals, too.
 */
final class VariableUse {
  private static final String VARIABLES = "variables";

  private VariableUse() {}

  /** The names; empty if the text cannot tell, since {@code variables} stands alone in it. */
  static Optional<Set<String>> of(String text) {
    Set<String> names = new HashSet<>();
    for (int at = text.indexOf(VARIABLES); at >= 0; at = text.indexOf(VARIABLES, at + 1)) {
      int end = at + VARIABLES.length();
      if (at > 0 && named(text.charAt(at - 1)) || end < text.length() && named(text.charAt(end))) {
        continue;
      }
      int dot = skipSpace(text, end);
      if (dot == text.length() || text.charAt(dot) != '.') {
        return Optional.empty();
      }
      int first = skipSpace(text, dot + 1);
      if (first < text.length() && text.charAt(first) == '?') {
        first = skipSpace(text, first + 1);
      }
      int last = first;
      while (last < text.length() && named(text.charAt(last))) {
        last++;
      }
      if (last == first) {
        return Optional.empty();
      }
      names.add(text.substring(first, last));
    }
    return Optional.of(names);
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && " \t\n\r\f".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static boolean named(char c) {
    return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }
}
