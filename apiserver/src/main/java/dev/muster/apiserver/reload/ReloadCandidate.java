package dev.muster.apiserver.reload;

import java.util.Optional;

/** What a good configuration was made into: used from when nothing keeps it from working. */
public interface ReloadCandidate extends AutoCloseable {
  /** Why it cannot be used yet, as servers that do not answer yet; empty if it can. */
  default Optional<String> problem() {
    return Optional.empty();
  }

  /** It was never used, and will not be. */
  @Override
  void close();
}
