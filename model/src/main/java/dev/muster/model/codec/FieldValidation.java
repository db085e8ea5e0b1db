package dev.muster.model.codec;

import java.util.Optional;

/** What happens to fields that are unknown or given twice. */
public enum FieldValidation {
  IGNORE,
  WARN,
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
