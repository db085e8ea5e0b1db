package dev.muster.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** Regular expressions that cost time in proportion to the text, and memory within bounds. */
public final class Regex {
  private static final long MAX_SIZE = 10_000;
  private static final int MAX_COUNT = 1000;
  private static final String FAULT = "error parsing regexp: ";

  private Regex() {}

  /**
   * Whether a text has a part that matches.
   *
   * @throws IllegalArgumentException with the fault, worded as Go words it
   */
  public static Predicate<String> finder(String regex) {
    try {
      Pattern pattern = compile(regex);
      return text -> pattern.matcher(text).find();
    } catch (FunctionFault e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  static Pattern compile(String regex) {
    if (size(regex) > MAX_SIZE) {
      throw new FunctionFault(
          "error parsing regexp: expression too large: `"
              + regex.substring(0, Math.min(regex.length(), 100))
              + "`");
    }
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      String fault = String.valueOf(e.getMessage());
      throw new FunctionFault(fault.startsWith(FAULT) ? fault : FAULT + fault);
    }
  }

  /** At least the number of steps it is compiled to: counted repetitions are written out. */
  private static long size(String regex) {
    Deque<Long> outer = new ArrayDeque<>();
    long sum = 0;
    long last = 0;
    for (int i = 0; i < regex.length(); i++) {
      switch (regex.charAt(i)) {
        case '(' -> {
          outer.push(sum + last);
          sum = 0;
          last = 0;
        }
        case ')' -> {
          last += sum + 1;
          sum = outer.isEmpty() ? 0 : outer.pop();
        }
        case '{' -> {
          last *= count(regex, i + 1);
          if (last > MAX_SIZE) {
            return last;
          }
        }
        default -> {
          sum += last;
          last = 1;
        }
      }
      if (sum + last > MAX_SIZE) {
        return sum + last;
      }
    }
    return sum + last;
  }

  /** The largest number in the braces that begin before {@code at}. */
  private static long count(String regex, int at) {
    long largest = 1;
    long number = 0;
    for (int i = at; i < regex.length() && regex.charAt(i) != '}'; i++) {
      char c = regex.charAt(i);
      number = c >= '0' && c <= '9' ? Math.min(number * 10 + c - '0', MAX_COUNT) : 0;
      largest = Math.max(largest, number);
    }
    return largest;
  }
}
