package dev.muster.apiserver.proxy;

import java.util.ArrayDeque;
import java.util.Deque;

/** Paths as Go joins and cleans them. */
public final class ProxyPath {
  private ProxyPath() {}

  /**
   * The path that a backend is asked for: without empty parts and dots, so that none leads out of
   * it; the slash at its end stays.
   */
  public static String clean(String path) {
    if (path.isEmpty()) {
      return "";
    }
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/")) {
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    String joined = "/" + String.join("/", parts);
    return path.endsWith("/") && joined.length() > 1 ? joined + "/" : joined;
  }
}
