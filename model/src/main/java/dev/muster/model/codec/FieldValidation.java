package dev.muster.model.codec;

import java.util.Optional;

/** What happens to fields that are unknown or given twice. */
public enum FieldValidation {
  /** They are left out without a word. */
  IGNORE,
  /** They are left out, and the answer carries a warning about each. */
  WARN,
  /** The request is refused. */
  STRICT;

  /** By its name in a request's query; nothing given means {@link #WARN}. */
  public static Optional<FieldValidation> named(String name) {
    return switch (name) {
      case "Ignore" -> Optional.of(IGNORE);
      case "", "Warn" -> Optional.of(WARN);
      case "Strict" -> Optional.of(STRICT);
      default -> Optional.empty();
    };
  }
}
