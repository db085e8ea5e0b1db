package dev.muster.apiserver.handlers;

import dev.muster.apiserver.flow.FlowDump;
import dev.muster.apiserver.request.Query;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Pages for those who look after priority and fairness. */
record FlowPages(FlowDump dump) {
  private static final String BELOW = "/debug/api_priority_and_fairness/";

  void addTo(Paths paths) {
    paths.unlisted(BELOW + "dump_priority_levels", page(exchange -> dump.priorityLevels()));
    paths.unlisted(BELOW + "dump_queues", page(exchange -> dump.queues()));
    paths.unlisted(
        BELOW + "dump_requests",
        page(
            exchange -> {
              Query query = Query.parse(exchange.query());
              return dump.requests(!query.text("includeRequestDetails").isEmpty());
            }));
  }

  private static Endpoint page(Function<Exchange, String> text) {
    return exchange ->
        exchange.respond(
            200,
            "text/plain; charset=utf-8",
            text.apply(exchange).getBytes(StandardCharsets.UTF_8));
  }
}
