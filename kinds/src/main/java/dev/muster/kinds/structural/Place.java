package dev.muster.kinds.structural;

import org.jspecify.annotations.Nullable;

/** Where in an object a value stands, written as schema validation writes it: dots for all keys. */
record Place(@Nullable Place parent, String step) {
  static final Place ROOT = new Place(null, "");

  Place field(String name) {
    return new Place(this, parent == null && step.isEmpty() ? name : "." + name);
  }

  /** Below the root, where a map's key and a missing field are written with a dot before them. */
  Place key(String name) {
    return new Place(this, "." + name);
  }

  Place index(int i) {
    return new Place(this, "[" + i + "]");
  }

  @Override
  public String toString() {
    return parent == null ? step : parent + step;
  }
}
