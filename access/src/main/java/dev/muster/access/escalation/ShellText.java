package dev.muster.access.escalation;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Arguments of commands, for a shell to read: whatever they hold, they stay one argument. */
final class ShellText {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

  private ShellText() {}

  static String quote(String argument) {
    if (PLAIN.matcher(argument).matches()) {
      return argument;
    }
    // what a terminal does not show as it is, is shown by its bytes
    if (argument.codePoints().allMatch(c -> c >= ' ' && c < 0x7f)) {
      return "'" + argument.replace("'", "'\\''") + "'";
    }
    StringBuilder out = new StringBuilder("$'");
    for (byte b : argument.getBytes(StandardCharsets.UTF_8)) {
      int c = b & 0xff;
      if (c < ' ' || c >= 0x7f || c == '\'' || c == '\\') {
        out.append("\\%03o".formatted(c));
      } else {
        out.append((char) c);
      }
    }
    return out.append('\'').toString();
  }
}
