package dev.muster.apiserver.request;

import dev.muster.base.go.GoText;

/** What is wrong with a text that is to be a whole number, in the words of Go's reader. */
public final class GoNumber {
  private GoNumber() {}

  /**
   * @param reader the function of Go that would have read it
   */
  public static String fault(String reader, String text) {
    String digits =
        reader.equals("ParseInt") && (text.startsWith("-") || text.startsWith("+"))
            ? text.substring(1)
            : text;
    boolean number = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return "strconv."
        + reader
        + ": parsing "
        + GoText.quote(text)
        + (number ? ": value out of range" : ": invalid syntax");
  }
}
