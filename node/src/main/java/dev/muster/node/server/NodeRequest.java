package dev.muster.node.server;

import dev.muster.http.Exchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a request asks of the node.
 *
 * @param segments of the path
 */
record NodeRequest(Exchange exchange, List<String> segments, Map<String, List<String>> query) {

  static NodeRequest of(Exchange exchange) throws HttpProblem {
    List<String> segments = List.of(exchange.path().substring(1).split("/", -1));
    Map<String, List<String>> query = new LinkedHashMap<>();
    if (!exchange.query().isEmpty()) {
      for (String pair : exchange.query().split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
        query.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
      }
    }
    return new NodeRequest(exchange, segments, query);
  }

  private static String decode(String text) throws HttpProblem {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new HttpProblem(400, "malformed escape in the request's address");
    }
  }

  String method() {
    return exchange.method();
  }

  /** What is asked for. */
  String first() {
    return segments.getFirst();
  }

  List<String> all(String parameter) {
    return query.getOrDefault(parameter, List.of());
  }

  String first(String parameter) {
    List<String> all = all(parameter);
    return all.isEmpty() ? "" : all.getFirst();
  }

  boolean flag(String parameter) {
    String value = first(parameter);
    return query.containsKey(parameter) && !value.equals("false") && !value.equals("0");
  }
}
