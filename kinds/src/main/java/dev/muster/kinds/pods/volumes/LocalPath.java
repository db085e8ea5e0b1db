package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.Arrays;

/** Rules for paths that must stay inside the directory they are resolved in. */
public final class LocalPath {
  private LocalPath() {}

  /** No element may be "..". */
  static void noBacksteps(String path, Path at, Errors errors) {
    if (hasBacksteps(path)) {
      errors.invalidText(at, path, "must not contain '..'");
    }
  }

  static boolean hasBacksteps(String path) {
    return Arrays.asList(path.split("/", -1)).contains("..");
  }

  /** Relative, and no element "..". */
  public static void descending(String path, Path at, Errors errors) {
    if (path.startsWith("/")) {
      errors.invalidText(at, path, "must be a relative path");
    }
    noBacksteps(path, at, errors);
  }

  /**
   * Descending, and not starting with "..": such names are kept for what makes volumes change
   * atomically.
   */
  static void nonReserved(String path, Path at, Errors errors) {
    descending(path, at, errors);
    if (path.startsWith("..") && !path.startsWith("../")) {
      errors.invalidText(at, path, "must not start with '..'");
    }
  }
}
