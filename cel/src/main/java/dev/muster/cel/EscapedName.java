package dev.muster.cel;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of fields and claims that expressions could not write as they are. */
public final class EscapedName {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_.\\-/]*");
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

  private EscapedName() {}

  /** Whether it is a word of the language. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  /** The name that expressions use, or empty if there is none. */
  public static Optional<String> of(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    if (isReserved(name)) {
      return Optional.of("__" + name + "__");
    }
    return Optional.of(
        name.replace("__", "__underscores__")
            .replace(".", "__dot__")
            .replace("-", "__dash__")
            .replace("/", "__slash__"));
  }

  /** The word of the language that the name stands for, if it does. */
  static Optional<String> word(String escaped) {
    boolean framed = escaped.length() > 4 && escaped.startsWith("__") && escaped.endsWith("__");
    return framed
        ? Optional.of(escaped.substring(2, escaped.length() - 2)).filter(RESERVED::contains)
        : Optional.empty();
  }

  /** What the name that expressions use stands for; itself, if no name is escaped like this. */
  static String original(String escaped) {
    if (!escaped.contains("__")) {
      return escaped;
    }
    StringBuilder out = new StringBuilder();
    Matcher escapes = ESCAPE.matcher(escaped);
    while (escapes.find()) {
      String meant =
          switch (escapes.group(1)) {
            case "underscores" -> "__";
            case "dot" -> ".";
            case "dash" -> "-";
            case "slash" -> "/";
            default -> word(escaped).orElse("");
          };
      if (meant.isEmpty()) {
        return escaped;
      }
      escapes.appendReplacement(out, Matcher.quoteReplacement(meant));
    }
    return escapes.appendTail(out).toString();
  }
}
