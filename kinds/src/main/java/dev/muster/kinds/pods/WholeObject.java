package dev.muster.kinds.pods;

import dev.muster.model.field.Path;

/** The place of faults that concern an object as a whole, as messages write it: {@code []}. */
final class WholeObject {
  static final Path PATH = Path.root().key("");

  private WholeObject() {}
}
