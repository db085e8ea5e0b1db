package dev.muster.authz.rbac;

/** Non-resource URL patterns: exact, or a prefix when they end with {@code *}. */
public final class UrlPattern {
  private UrlPattern() {}

  /** Whether a rule's path, which may end with a star, means this path. */
  public static boolean matches(String pattern, String path) {
    if (pattern.equals(path)) {
      return true;
    }
    int end = pattern.length();
    while (end > 0 && pattern.charAt(end - 1) == '*') {
      end--;
    }
    return end < pattern.length() && path.regionMatches(0, pattern, 0, end) && path.length() >= end;
  }
}
