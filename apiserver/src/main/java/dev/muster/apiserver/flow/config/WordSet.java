package dev.muster.apiserver.flow.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words of a rule's list, or any. Keeps foreign names: a hash set, not an immutable one. */
final class WordSet {
  private static final String ANY = "*";

  /** Null for any. */
  private final @Nullable Set<String> words;

  WordSet(List<String> words) {
    this.words = words.size() == 1 && words.getFirst().equals(ANY) ? null : new HashSet<>(words);
  }

  boolean any() {
    return words == null;
  }

  boolean has(String word) {
    return words == null || words.contains(word);
  }
}
