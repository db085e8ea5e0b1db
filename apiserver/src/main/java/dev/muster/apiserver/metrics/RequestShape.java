package dev.muster.apiserver.metrics;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.http.Exchange;
import dev.muster.model.scheme.Kind;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What requests are told apart by. INVARIANT: each part is one of a bounded set, whatever a client
 * asks for.
 */
record RequestShape(
    String verb,
    String group,
    String version,
    String resource,
    String subresource,
    String scope,
    String dryRun) {

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final Set<String> CONNECTS = Set.of("exec", "attach", "portforward", "proxy");
  private static final Set<String> PATHS =
      Set.of(
          "healthz",
          "livez",
          "readyz",
          "version",
          "metrics",
          "api",
          "apis",
          "openapi",
          "logs",
          "debug",
          ".well-known");

  static RequestShape of(Exchange exchange, RequestInfo info, @Nullable Kind kind) {
    if (!info.resourceRequest()) {
      return other(method(exchange.method()), path(info.path()));
    }
    if (kind == null
        || !info.subresource().isEmpty() && kind.subresource(info.subresource()).isEmpty()) {
      return other(method(exchange.method()), "");
    }
    return new RequestShape(
        verb(exchange, info),
        kind.group(),
        kind.version(),
        kind.plural(),
        info.subresource(),
        scope(info),
        exchange.query().contains("dryRun=All") ? "All" : "");
  }

  private static RequestShape other(String verb, String path) {
    return new RequestShape(verb, "", "", "", path, "", "");
  }

  private static String method(String method) {
    return METHODS.contains(method) ? method : "other";
  }

  /** The first part of the path, if it is one of ours. */
  private static String path(String path) {
    int end = path.indexOf('/', 1);
    String first = path.substring(1, end < 0 ? path.length() : end);
    return PATHS.contains(first) ? "/" + first : "";
  }

  private static String verb(Exchange exchange, RequestInfo info) {
    if (CONNECTS.contains(info.subresource())) {
      return "CONNECT";
    }
    return switch (info.verb()) {
      case "create" -> "POST";
      case "update" -> "PUT";
      case "patch" -> {
        String type = exchange.header("Content-Type");
        yield type != null && type.startsWith("application/apply-patch") ? "APPLY" : "PATCH";
      }
      case "" -> "other";
      default -> info.verb().toUpperCase(Locale.ROOT);
    };
  }

  private static String scope(RequestInfo info) {
    return !info.name().isEmpty() || info.verb().equals("create")
        ? "resource"
        : info.namespace().isEmpty() ? "cluster" : "namespace";
  }
}
