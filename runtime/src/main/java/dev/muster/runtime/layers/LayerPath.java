package dev.muster.runtime.layers;

import java.util.ArrayList;
import java.util.List;

/** A member's name as components below the layer's root; empty for the root itself. */
final class LayerPath {
  private static final int MAX = 4096;

  private LayerPath() {}

  /** Takes a name apart. One that climbs with ".." is refused, even where it would come back. */
  static List<String> of(String name, String what) throws LayerException {
    if (name.length() > MAX) {
      throw new LayerException(what + " of " + name.length() + " bytes is longer than " + MAX);
    }
    List<String> parts = parts(name);
    if (parts.contains("..")) {
      throw new LayerException(what + " " + quote(name) + " leads out of the layer");
    }
    return parts;
  }

  /** The components of a path, those that climb included. */
  static List<String> parts(String path) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= path.length(); i++) {
      if (i == path.length() || path.charAt(i) == '/') {
        if (i > start && !(i - start == 1 && path.charAt(start) == '.')) {
          parts.add(path.substring(start, i));
        }
        start = i + 1;
      }
    }
    return parts;
  }

  static String quote(String name) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < Math.min(name.length(), 160); i++) {
      char c = name.charAt(i);
      out.append(
          c < ' ' || c > '~' || c == '"' || c == '\\' ? String.format("\\x%02x", (int) c) : c);
    }
    return out.append('"').toString();
  }
}
