package dev.muster.console;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a browser's {@code Accept-Encoding} says about gzip. */
final class AcceptedEncoding {
  private AcceptedEncoding() {}

  /** Whether gzip is named, and not with a weight of nought. */
  static boolean gzip(@Nullable String header) {
    if (header == null) {
      return false;
    }
    for (String part : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] words = part.strip().split(";", 2);
      if (words[0].strip().equals("gzip")) {
        return words.length == 1 || !words[1].strip().matches("q=0(\\.0*)?");
      }
    }
    return false;
  }
}
