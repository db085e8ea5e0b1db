package dev.muster.kinds.structural;

import org.jspecify.annotations.Nullable;

/** Where in an object a value stands, written as schema validation writes it: dots for all keys. */
record ValuePlace(@Nullable ValuePlace parent, String step) {
  static final ValuePlace ROOT = new ValuePlace(null, "");

  ValuePlace field(String name) {
    return new ValuePlace(this, parent == null && step.isEmpty() ? name : "." + name);
  }

  /** Below the root, where a map's key and a missing field are written with a dot before them. */
  ValuePlace key(String name) {
    return new ValuePlace(this, "." + name);
  }

  ValuePlace index(int i) {
    return new ValuePlace(this, "[" + i + "]");
  }

  @Override
  public String toString() {
    return parent == null ? step : parent + step;
  }
}
