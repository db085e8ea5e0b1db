package dev.muster.admission.podsecurity;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The levels, from the laxest to the strictest. */
enum PodSecurityLevel {
  PRIVILEGED,
  BASELINE,
  RESTRICTED;

  static Optional<PodSecurityLevel> named(String text) {
    return Arrays.stream(values()).filter(l -> l.toString().equals(text)).findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
