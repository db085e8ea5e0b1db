package dev.muster.model.field;

import org.jspecify.annotations.Nullable;

/**
 * The place of a value in an object, written the way Kubernetes does: {@code
 * spec.containers[0].env[A]}.
 */
public final class Path {
  /** For steps that are no element of a list. */
  private static final int NONE = -1;

  private static final Path ROOT = new Path(null, "", NONE);

  private final @Nullable Path parent;
  private final String step;
  private final int index;

  private Path(@Nullable Path parent, String step, int index) {
    this.parent = parent;
    this.step = step;
    this.index = index;
  }

  /** The object itself. */
  public static Path root() {
    return ROOT;
  }

  /** A field of the object, of what is in that field, and so on. */
  public static Path of(String first, String... more) {
    Path path = ROOT.child(first);
    for (String name : more) {
      path = path.child(name);
    }
    return path;
  }

  /** A field of what is here. */
  public Path child(String name) {
    return new Path(this, name, NONE);
  }

  /** An element of the list that is here. */
  public Path index(int i) {
    return new Path(this, "", i);
  }

  /** An entry of the map that is here. */
  public Path key(String key) {
    return new Path(this, "[" + key + "]", NONE);
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    write(out);
    return out.toString();
  }

  private void write(StringBuilder out) {
    if (parent == null) {
      return;
    }
    parent.write(out);
    if (index != NONE) {
      out.append('[').append(index).append(']');
      return;
    }
    if (!out.isEmpty() && !step.startsWith("[")) {
      out.append('.');
    }
    out.append(step);
  }
}
