package dev.muster.apiserver.handlers;

import dev.muster.api.kinds.Kind;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import java.util.function.Predicate;

/** Which objects a list or watch asks for. */
record Selection() implements Predicate<StoredObject> {
  static Selection of(Kind kind, ListOptions options) {
    return new Selection();
  }

  boolean everything() {
    return true;
  }

  @Override
  public boolean test(StoredObject object) {
    return true;
  }
}
