package dev.muster.base;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses which known word was meant by one that is not known. */
public final class Spelling {
  private static final int FARTHEST = 3;

  private Spelling() {}

  /** {@code ; did you mean "..."?}, or nothing if no word comes close. */
  public static String suggestion(String word, Collection<String> known) {
    if (word.length() > 100) {
      return "";
    }
    Optional<String> nearest =
        known.stream()
            .filter(other -> Math.abs(other.length() - word.length()) <= FARTHEST)
            .min(Comparator.comparingInt(other -> distance(word, other)));
    return nearest
        .filter(other -> distance(word, other) <= FARTHEST)
        .map(other -> "; did you mean \"" + other + "\"?")
        .orElse("");
  }

  /** How many letters have to be put in, taken out or replaced. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
