package dev.muster.store;

import org.jspecify.annotations.Nullable;

/** How the keys of a store are spelled where they are kept. Pure. */
public interface KeyLayout {
  /** Where the entry of a key is kept. */
  String toStorage(String key);

  /** The key of what is kept there, null if that is nothing of the store's. */
  @Nullable String fromStorage(String path);

  /** What all places begin with. */
  String prefix();
}
