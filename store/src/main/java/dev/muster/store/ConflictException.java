package dev.muster.store;

import org.jspecify.annotations.Nullable;

/** A write expected another revision than the key has. */
public final class ConflictException extends StoreException {
  private final String key;
  private final transient @Nullable Entry<?> current;

  public ConflictException(String key, long expected, @Nullable Entry<?> current) {
    super(describe(key, expected, current), true);
    this.key = key;
    this.current = current;
  }

  public String key() {
    return key;
  }

  /** The entry that is there instead, null if there is none. */
  public @Nullable Entry<?> current() {
    return current;
  }

  private static String describe(String key, long expected, @Nullable Entry<?> current) {
    String found = current == null ? "does not exist" : "is at revision " + current.revision();
    String wanted = expected == 0 ? "not to exist" : "at revision " + expected;
    return "\"" + key + "\" " + found + ", expected " + wanted;
  }
}
