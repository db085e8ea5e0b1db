package dev.muster.cli.patterns;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text that counts how often it is looked at. */
final class Steps implements CharSequence {
  /** A text is looked at more often than its length allows. */
  static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final String text;
  private final long most;
  private long taken;

  private Steps(String text, long most) {
    this.text = text;
    this.most = most;
  }

  /**
   * Looks for the pattern in the text.
   *
   * @param most how many looks at each character there may be, on average
   * @throws TooMany if there are more
   */
  static void count(Pattern pattern, boolean whole, String text, int most) {
    Matcher matcher = pattern.matcher(new Steps(text, (long) most * (text.length() + 16)));
    if (whole) {
      boolean unused = matcher.matches();
      return;
    }
    while (matcher.find()) {
      // on to the next
    }
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    taken++;
    if (taken > most) {
      throw new TooMany();
    }
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
