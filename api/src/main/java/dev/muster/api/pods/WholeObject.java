package dev.muster.api.pods;

import dev.muster.api.field.Path;

/** The place of faults that concern an object as a whole, as messages write it: {@code []}. */
final class WholeObject {
  static final Path PATH = Path.root().key("");

  private WholeObject() {}
}
