package dev.muster.apiserver.proxy;

import java.util.Set;

/**
 * Links in a backend's answers, made to lead through the proxy: those to the backend itself, by a
 * path from its root.
 *
 * @param prefix the proxy's own path, before that of the backend
 * @param backend {@code host:port} of the backend
 * @param client the {@code Host} that the client asked
 */
record RewrittenLinks(String prefix, String backend, String client) {

  /** The link to use instead; the same where it leads elsewhere or is relative. */
  String rewrite(String link) {
    int scheme = schemeEnd(link);
    int host = scheme;
    int path = scheme;
    String named = "";
    if (link.startsWith("//", scheme)) {
      host = scheme + 2;
      path = end(link, host, Set.of('/', '?', '#'));
      named = link.substring(host, path);
    }
    boolean elsewhere = !named.isEmpty() && !named.equals(backend) && !named.equals(client);
    if (elsewhere || !link.startsWith("/", path)) {
      return link;
    }
    int rest = end(link, path, Set.of('?', '#'));
    String own = link.substring(path, rest);
    String start = !named.isEmpty() && named.equals(client) ? link.substring(0, path) : "";
    String through = own.startsWith(prefix) ? own : ProxyPath.clean(prefix + own);
    return start + through + link.substring(rest);
  }

  private static int end(String text, int from, Set<Character> marks) {
    for (int at = from; at < text.length(); at++) {
      if (marks.contains(text.charAt(at))) {
        return at;
      }
    }
    return text.length();
  }

  /** Behind {@code https:}; 0 if there is no scheme. */
  private static int schemeEnd(String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      if (c == ':' && at > 0) {
        return at + 1;
      }
      if (!letter && (at == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'))) {
        return 0;
      }
    }
    return 0;
  }
}
