package dev.muster.admission.podsecurity;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The levels, from the laxest to the strictest. */
enum Level {
  PRIVILEGED,
  BASELINE,
  RESTRICTED;

  static Optional<Level> named(String text) {
    return Arrays.stream(values()).filter(l -> l.toString().equals(text)).findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
