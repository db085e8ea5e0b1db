package dev.muster.apiserver.request;

import dev.muster.http.RequestPath;
import dev.muster.model.status.ApiException;

/**
 * The first line of a request as people write it, {@code POST
 * /api/v1/namespaces/x/pods?dryRun=All}, read as if it had been sent.
 *
 * @param path decoded
 * @param target path and query as they were written
 */
public record RequestLine(String method, String path, Query query, String target) {
  private static final int LONGEST = 8192;

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException with a sentence if it is none, or none that a server takes
   */
  public static RequestLine of(String line) {
    String text = line.strip();
    int blank = text.indexOf(' ');
    String method = blank < 0 ? "" : text.substring(0, blank);
    String target = blank < 0 ? "" : text.substring(blank + 1).strip();
    boolean upper = !method.isEmpty() && method.chars().allMatch(c -> c >= 'A' && c <= 'Z');
    if (!upper || !target.startsWith("/")) {
      throw new IllegalArgumentException(
          "a request is a method and a path, as in \"POST /api/v1/namespaces/default/pods\"");
    }
    if (target.length() > LONGEST || target.chars().anyMatch(c -> c <= ' ' || c == 0x7f)) {
      throw new IllegalArgumentException(
          "the path of a request has no blanks or control characters, and at most "
              + LONGEST
              + " characters");
    }
    int mark = target.indexOf('?');
    try {
      return new RequestLine(
          method,
          RequestPath.decode(mark < 0 ? target : target.substring(0, mark)),
          Query.parse(mark < 0 ? "" : target.substring(mark + 1)),
          target);
    } catch (ApiException e) {
      throw new IllegalArgumentException(e.status().message(), e);
    }
  }

  /** What it asks for. */
  public RequestInfo info() {
    return RequestInfo.of(method, path, query);
  }
}
