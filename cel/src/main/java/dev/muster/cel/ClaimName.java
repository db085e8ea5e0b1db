package dev.muster.cel;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of claims that expressions cannot spell, such as {@code kubernetes.io}, as they do. */
final class ClaimName {
  private static final Pattern ESCAPE = Pattern.compile("__([^_]+)__");
  private static final Set<String> RESERVED =
      Set.of(
          "true",
          "false",
          "null",
          "in",
          "as",
          "break",
          "const",
          "continue",
          "else",
          "for",
          "function",
          "if",
          "import",
          "let",
          "loop",
          "package",
          "namespace",
          "return",
          "var",
          "void",
          "while");

  private ClaimName() {}

  /** The name that was meant; empty if no name is escaped like this. */
  static Optional<String> unescape(String escaped) {
    if (!escaped.contains("__")) {
      return Optional.of(escaped);
    }
    StringBuilder out = new StringBuilder();
    Matcher escapes = ESCAPE.matcher(escaped);
    while (escapes.find()) {
      String word = escapes.group(1);
      String meant =
          switch (word) {
            case "underscores" -> "__";
            case "dot" -> ".";
            case "dash" -> "-";
            case "slash" -> "/";
            default -> RESERVED.contains(word) && escapes.group().equals(escaped) ? word : "";
          };
      if (meant.isEmpty()) {
        return Optional.empty();
      }
      escapes.appendReplacement(out, Matcher.quoteReplacement(meant));
    }
    return Optional.of(escapes.appendTail(out).toString());
  }
}
