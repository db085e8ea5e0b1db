package dev.muster.apiserver.request;

import dev.muster.base.go.GoDuration;
import dev.muster.model.status.Status;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The parameters of a request, decoded. Readers that expect a number refuse anything else with a
 * 400.
 */
public final class Query {
  private static final Query NONE = new Query(Map.of());

  private final Map<String, List<String>> values;

  private Query(Map<String, List<String>> values) {
    this.values = values;
  }

  /** Of values that are decoded already, none of them without any. */
  public static Query of(Map<String, List<String>> values) {
    return new Query(new HashMap<>(values));
  }

  public static Query parse(String raw) {
    if (raw.isEmpty()) {
      return NONE;
    }
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : raw.split("&")) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }
    return new Query(values);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Status.badRequest("invalid URL escape in the query: \"" + text + "\"").exception();
    }
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The first value, empty when there is none. */
  public String text(String name) {
    List<String> all = values.get(name);
    return all == null ? "" : all.getFirst();
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /**
   * Present and neither "false" nor "0": whatever else stands there counts as yes, as it does for
   * the real server.
   */
  public boolean flag(String name) {
    List<String> all = values.get(name);
    return all != null && !all.getFirst().equalsIgnoreCase("false") && !all.getFirst().equals("0");
  }

  /** How long the client wants the request to take at most; refuses what is no time. */
  public Optional<Duration> timeout() {
    String given = text("timeout");
    if (given.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(GoDuration.parse(given)).filter(Duration::isPositive);
    } catch (IllegalArgumentException e) {
      throw Status.badRequest("invalid timeout specified in the request URL - " + e.getMessage())
          .exception();
    }
  }

  public OptionalLong number(String name) {
    if (!has(name)) {
      return OptionalLong.empty();
    }
    String text = text(name);
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw Status.badRequest(GoNumber.fault("ParseInt", text)).exception();
    }
  }
}
