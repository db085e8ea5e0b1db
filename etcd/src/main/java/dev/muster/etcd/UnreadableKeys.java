package dev.muster.etcd;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The keys whose values in etcd cannot be read, because somebody else wrote them or the key that
 * they are encrypted with is gone. That is no deletion: what was last read of them stays.
 * Thread-safe.
 */
final class UnreadableKeys {
  private final ConcurrentSkipListSet<String> keys = new ConcurrentSkipListSet<>();

  void add(String key) {
    keys.add(key);
  }

  /** Its value can be read again, or is gone. */
  void remove(String key) {
    keys.remove(key);
  }

  boolean has(String key) {
    return keys.contains(key);
  }

  /** These and no others. */
  void are(Collection<String> found) {
    keys.addAll(found);
    keys.retainAll(found);
  }

  Optional<String> first() {
    return Optional.ofNullable(keys.ceiling(""));
  }

  /** What to tell whoever asks how the store is: how many, and the first. */
  Optional<String> fault() {
    int count = keys.size();
    return first()
        .map(
            first ->
                "etcd holds values that cannot be read: %d, the first is of \"%s\""
                    .formatted(count, first));
  }
}
