package dev.muster.node.containers;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces {@code $(NAME)} by a variable's value; {@code $$} stands for one dollar sign. */
public final class Expansion {
  private Expansion() {}

  /** References to variables that there are not stay as they are. */
  public static String expand(String text, Map<String, String> variables) {
    StringBuilder out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c != '$' || at + 1 == text.length()) {
        out.append(c);
        at++;
        continue;
      }
      char next = text.charAt(at + 1);
      int end = next == '(' ? text.indexOf(')', at + 2) : -1;
      if (next == '$') {
        out.append('$');
        at += 2;
      } else if (end >= 0) {
        String name = text.substring(at + 2, end);
        @Nullable String value = variables.get(name);
        out.append(value == null ? "$(" + name + ")" : value);
        at = end + 1;
      } else {
        out.append(c).append(next);
        at += 2;
      }
    }
    return out.toString();
  }
}
