package dev.muster.model.field;

/** What has a place in an object, or is one. */
sealed interface FieldPlace permits At, Path {
  /** The way there. */
  Path path();
}
