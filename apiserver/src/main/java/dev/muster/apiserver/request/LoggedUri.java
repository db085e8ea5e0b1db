package dev.muster.apiserver.request;

import dev.muster.http.Exchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * What a request asked for, in a form that may be written down: clients that put credentials into
 * the query, where they do not belong and are of no use, do not find them in a log.
 */
public final class LoggedUri {
  private static final String REDACTED = "REDACTED";

  /** Parts of parameters' names whose values nobody is to read. */
  private static final List<String> SECRETIVE =
      List.of(
          "token",
          "password",
          "passwd",
          "pwd",
          "secret",
          "auth",
          "bearer",
          "credential",
          "apikey",
          "accesskey",
          "privatekey",
          "jwt",
          "session",
          "cookie",
          "signature");

  private LoggedUri() {}

  public static String of(Exchange exchange) {
    return of(exchange.path(), exchange.query());
  }

  /**
   * @param query raw, as it was sent
   */
  static String of(String path, String query) {
    if (query.isEmpty()) {
      return path;
    }
    StringBuilder out = new StringBuilder(path.length() + query.length() + 1);
    char before = '?';
    out.append(path);
    int from = 0;
    while (from <= query.length()) {
      int end = query.indexOf('&', from);
      end = end < 0 ? query.length() : end;
      out.append(before).append(parameter(query.substring(from, end)));
      before = '&';
      from = end + 1;
    }
    return out.toString();
  }

  private static String parameter(String pair) {
    int equals = pair.indexOf('=');
    if (equals < 0) {
      return looksLikeToken(pair) ? REDACTED : pair;
    }
    String name = pair.substring(0, equals);
    String value = pair.substring(equals + 1);
    return !value.isEmpty() && (isSecretive(name) || looksLikeToken(value))
        ? name + "=" + REDACTED
        : pair;
  }

  /** A name that cannot be read may be any. */
  private static boolean isSecretive(String raw) {
    String name;
    try {
      name = URLDecoder.decode(raw, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return true;
    }
    String bare = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(".", "");
    return SECRETIVE.stream().anyMatch(bare::contains);
  }

  /** Signed tokens are three parts, the first of which is JSON. */
  private static boolean looksLikeToken(String raw) {
    int start = raw.indexOf("eyJ");
    int first = start < 0 ? -1 : dot(raw, start);
    return first >= 0 && dot(raw, first + 1) >= 0;
  }

  private static int dot(String raw, int from) {
    int plain = raw.indexOf('.', from);
    int escaped = raw.indexOf("%2", from);
    return plain >= 0 ? plain : escaped;
  }
}
