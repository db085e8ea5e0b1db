package dev.muster.cli.console;

import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import java.util.Set;

/**
 * Which requests a page may make with the rights of a kubeconfig: those that change nothing. What
 * is not known to be safe is not.
 */
final class SafeRequests {
  /** These begin something in a container, lead to a server that may do anything, or quote one. */
  private static final Set<String> CONNECTIONS =
      Set.of("attach", "exec", "portforward", "proxy", "log");

  /** Where some see the end of a path, or another one. */
  private static final String MARKS = "%\\;?#";

  /** Questions, which are answered and never stored. */
  private static final Set<String> QUESTIONS =
      Set.of(
          "/apis/authentication.k8s.io/v1/selfsubjectreviews",
          "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
          "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
          "/apis/authorization.k8s.io/v1/subjectaccessreviews");

  private SafeRequests() {}

  /**
   * @param path without its query, decoded once, as the server will read it
   */
  static boolean allow(String method, String path, String query) {
    return switch (method) {
      case "GET" -> reads(path, query);
      case "POST" ->
          query.isEmpty() && (QUESTIONS.contains(path) || ClusterApiPaths.question(path));
      default -> false;
    };
  }

  private static boolean reads(String path, String query) {
    if (path.equals("/version") || path.equals("/api") || path.equals("/apis")) {
      return true;
    }
    if (!path.startsWith("/api/") && !path.startsWith("/apis/")) {
      return false;
    }
    RequestInfo info = RequestInfo.of("GET", path, Query.parse(query));
    if (!info.resourceRequest()) {
      return plain(path);
    }
    // nothing on the page shows what is in secrets
    return plain(path)
        && !info.verbInPath()
        && !info.resource().equals("secrets")
        && !CONNECTIONS.contains(info.subresource());
  }

  /** A path that everybody reads alike. */
  private static boolean plain(String path) {
    return !path.contains("//")
        && !path.contains("/../")
        && !path.contains("/./")
        && !path.endsWith("/..")
        && path.chars().allMatch(c -> c > ' ' && c < 127 && MARKS.indexOf(c) < 0);
  }
}
