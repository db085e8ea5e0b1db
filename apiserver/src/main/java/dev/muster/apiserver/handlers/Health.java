package dev.muster.apiserver.handlers;

import dev.muster.apiserver.request.Query;
import dev.muster.base.go.GoText;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One of /healthz, /livez and /readyz, with its checks as sub-paths. */
final class Health implements Endpoint {
  private final String name;
  private final Map<String, HealthChecks.Check> checks;

  Health(String name, Map<String, HealthChecks.Check> checks) {
    this.name = name;
    this.checks = new LinkedHashMap<>(checks);
  }

  @Override
  public void handle(Exchange exchange) {
    String path = exchange.path();
    String check = path.length() > name.length() + 2 ? path.substring(name.length() + 2) : "";
    if (check.isEmpty()) {
      all(exchange, Query.parse(exchange.query()));
    } else if (checks.containsKey(check)) {
      one(exchange, check);
    } else {
      Paths.notFound(exchange);
    }
  }

  private void one(Exchange exchange, String check) {
    HealthChecks.Check found = checks.getOrDefault(check, Optional::empty);
    Optional<String> fault = found.fault();
    if (fault.isEmpty() || !found.decisive()) {
      text(exchange, 200, "ok");
    } else {
      text(exchange, 500, "internal server error: " + fault.get() + "\n");
    }
  }

  private void all(Exchange exchange, Query query) {
    List<String> excluded = new ArrayList<>(query.all("exclude"));
    StringBuilder report = new StringBuilder();
    boolean failed = false;
    for (Map.Entry<String, HealthChecks.Check> check : checks.entrySet()) {
      if (excluded.remove(check.getKey())) {
        report.append("[+]").append(check.getKey()).append(" excluded: ok\n");
        continue;
      }
      Optional<String> fault = check.getValue().fault();
      if (fault.isPresent() && !check.getValue().decisive()) {
        report.append("[+]").append(check.getKey()).append(" ok: ").append(fault.get());
        report.append('\n');
        continue;
      }
      boolean faulty = fault.isPresent();
      failed |= faulty;
      report
          .append(faulty ? "[-]" : "[+]")
          .append(check.getKey())
          .append(faulty ? " failed: reason withheld\n" : " ok\n");
    }
    if (!excluded.isEmpty()) {
      report
          .append("warn: some health checks cannot be excluded: no matches for ")
          .append(
              excluded.stream()
                  .distinct()
                  .sorted()
                  .map(GoText::quote)
                  .collect(Collectors.joining(",")))
          .append('\n');
    }
    if (failed) {
      text(exchange, 500, report + name + " check failed\n");
    } else if (query.has("verbose")) {
      text(exchange, 200, report + name + " check passed\n");
    } else {
      text(exchange, 200, "ok");
    }
  }

  private static void text(Exchange exchange, int status, String text) {
    exchange.addHeader("X-Content-Type-Options", "nosniff");
    exchange.respond(status, "text/plain; charset=utf-8", Ascii.bytes(text));
  }
}
