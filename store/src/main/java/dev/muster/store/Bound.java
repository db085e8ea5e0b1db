package dev.muster.store;

/** A cut between two neighbouring keys. */
sealed interface Bound {
  boolean isAbove(String key);

  record Before(String start) implements Bound {
    @Override
    public boolean isAbove(String key) {
      return key.compareTo(start) < 0;
    }
  }

  record After(String last) implements Bound {
    @Override
    public boolean isAbove(String key) {
      return key.compareTo(last) <= 0;
    }
  }

  /** After the last key with the prefix. */
  record Through(String prefix) implements Bound {
    @Override
    public boolean isAbove(String key) {
      return key.compareTo(prefix) < 0 || key.startsWith(prefix);
    }
  }

  static Bound first(String prefix, String startAfter) {
    return startAfter.compareTo(prefix) < 0 || startAfter.isEmpty()
        ? new Before(prefix)
        : new After(startAfter);
  }
}
