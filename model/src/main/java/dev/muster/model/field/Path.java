package dev.muster.model.field;

import org.jspecify.annotations.Nullable;

/**
 * The place of a value in an object, written the way Kubernetes does: {@code
 * spec.containers[0].env[A]}.
 */
public final class Path {
  private static final Path ROOT = new Path(null, "");

  private final @Nullable Path parent;
  private final String step;

  private Path(@Nullable Path parent, String step) {
    this.parent = parent;
    this.step = step;
  }

  public static Path root() {
    return ROOT;
  }

  public static Path of(String first, String... more) {
    Path path = ROOT.child(first);
    for (String name : more) {
      path = path.child(name);
    }
    return path;
  }

  public Path child(String name) {
    return new Path(this, name);
  }

  public Path index(int i) {
    return new Path(this, "[" + i + "]");
  }

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
