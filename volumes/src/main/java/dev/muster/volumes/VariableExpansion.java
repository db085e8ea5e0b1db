package dev.muster.volumes;

import java.util.function.UnaryOperator;

/** {@code $(NAME)} in commands, variables and sub-paths; {@code $$} is one dollar. */
final class VariableExpansion {
  private VariableExpansion() {}

  /** Replaces each reference by what {@code lookup} gives; what is not well-formed stays. */
  static String expand(String text, UnaryOperator<String> lookup) {
    StringBuilder out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
      if (c != '$' || next == 0) {
        out.append(c);
        at++;
      } else if (next == '$') {
        out.append('$');
        at += 2;
      } else if (next != '(') {
        out.append(c).append(next);
        at += 2;
      } else {
        int end = text.indexOf(')', at);
        if (end < 0) {
          out.append("$(");
          at += 2;
        } else {
          out.append(lookup.apply(text.substring(at + 2, end)));
          at = end + 1;
        }
      }
    }
    return out.toString();
  }
}
