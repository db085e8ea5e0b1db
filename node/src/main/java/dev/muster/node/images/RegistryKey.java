package dev.muster.node.images;

import java.util.List;
import java.util.Optional;

/**
 * For which images an entry of a docker configuration is: those of a host, whose parts may have
 * {@code *} and {@code ?}, of the same port, and below a path.
 */
record RegistryKey(List<String> host, String port, String path, String text) {
  private static final String DOCKER_HUB = "index.docker.io";

  /** Empty for what is no address. */
  static Optional<RegistryKey> parse(String entry) {
    String address = entry.replaceFirst("^https?://", "");
    int slash = address.indexOf('/');
    String authority = slash < 0 ? address : address.substring(0, slash);
    String path = slash < 0 ? "" : address.substring(slash);
    if (path.startsWith("/v1/") || path.startsWith("/v2/")) {
      path = path.substring(3);
    }
    if (path.equals("/")) {
      path = "";
    }
    return authority.isEmpty() || authority.contains("@")
        ? Optional.empty()
        : Optional.of(of(authority, path));
  }

  private static RegistryKey of(String authority, String path) {
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon >= 0 && colon > authority.lastIndexOf(']');
    return new RegistryKey(
        List.of((hasPort ? authority.substring(0, colon) : authority).split("\\.", -1)),
        hasPort ? authority.substring(colon + 1) : "",
        path,
        authority + path);
  }

  /** Whether it names the registry that images without one come from by its old name. */
  boolean isDockerHub() {
    return text.equals(DOCKER_HUB);
  }

  boolean matches(ImageName image) {
    int slash = image.repository().indexOf('/');
    RegistryKey wanted =
        of(image.repository().substring(0, slash), image.repository().substring(slash));
    if (!port.equals(wanted.port)
        || host.size() != wanted.host.size()
        || !wanted.path.startsWith(path)) {
      return false;
    }
    for (int i = 0; i < host.size(); i++) {
      if (!glob(host.get(i), wanted.host.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Goes back to the last star only, so that no pattern takes longer than both lengths. */
  private static boolean glob(String pattern, String text) {
    int p = 0;
    int star = -1;
    int from = 0;
    for (int t = 0; t < text.length(); ) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        from = t;
      } else if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++from;
      } else {
        return false;
      }
    }
    return pattern.substring(p).chars().allMatch(c -> c == '*');
  }
}
