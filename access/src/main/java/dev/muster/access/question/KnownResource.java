package dev.muster.access.question;

import java.util.List;

/**
 * A resource that may be asked about.
 *
 * @param group empty for the core group
 * @param words what people call it, its plural first
 */
public record KnownResource(String group, String version, boolean namespaced, List<String> words) {
  public KnownResource {
    words = List.copyOf(words);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a resource without a name");
    }
  }

  /** How requests and rules call it. */
  public String plural() {
    return words.getFirst();
  }
}
