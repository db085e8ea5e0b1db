package dev.muster.model.field;

import org.jspecify.annotations.Nullable;

/**
 * The place of a value in an object, written the way Kubernetes does: {@code
 * spec.containers[0].env[A]}.
 */
public final class Path implements FieldPlace {
  private static final Path ROOT = new Path(null, "");

  /** The steps to the elements of lists that are not long, so that they are not written anew. */
  private static final String[] INDICES = new String[32];

  static {
    for (int i = 0; i < INDICES.length; i++) {
      INDICES[i] = "[" + i + "]";
    }
  }

  private final @Nullable Path parent;
  private final String step;

  private Path(@Nullable Path parent, String step) {
    this.parent = parent;
    this.step = step;
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

  @Override
  public Path path() {
    return this;
  }

  /** A field of what is here. */
  public Path child(String name) {
    return new Path(this, name);
  }

  /** As {@link #child}, {@link #index} or {@link #key}: the two in brackets. */
  Path step(String step) {
    return new Path(this, step);
  }

  static String inBrackets(int index) {
    return index < INDICES.length ? INDICES[index] : "[" + index + "]";
  }

  /** An element of the list that is here. */
  public Path index(int i) {
    return new Path(this, inBrackets(i));
  }

  /** An entry of the map that is here. */
  public Path key(String key) {
    return new Path(this, "[" + key + "]");
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
    if (!out.isEmpty() && !step.startsWith("[")) {
      out.append('.');
    }
    out.append(step);
  }
}
