package dev.muster.apiserver.request;

import dev.muster.api.status.ApiException;
import dev.muster.api.status.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The form in which a client wants its answer.
 *
 * @param yaml YAML instead of JSON
 * @param as Table, PartialObjectMetadata, PartialObjectMetadataList, APIGroupDiscoveryList, or
 *     empty for the object itself
 * @param group of {@code as}
 * @param version of {@code as}
 */
public record Accept(boolean yaml, String as, String group, String version) {
  private static final String OFFERED =
      "application/json, application/yaml, application/vnd.kubernetes.protobuf";

  /** What {@code as} may be at the place that is asked. */
  public interface Offers {
    boolean has(String as, String group, String version);
  }

  public static final Accept JSON = new Accept(false, "", "", "");

  public String contentType() {
    return yaml ? "application/yaml" : "application/json";
  }

  /** The first acceptable form, or a 406. */
  public static Accept of(List<String> headers, Offers offers) {
    List<Clause> clauses = clauses(headers);
    if (clauses.isEmpty()) {
      return JSON;
    }
    boolean known = false;
    for (Clause clause : clauses) {
      if (!clause.known()) {
        continue;
      }
      known = true;
      String as = clause.param("as");
      if (!clause.servable()) {
        continue;
      }
      if (as.isEmpty()) {
        return new Accept(clause.isYaml(), "", "", "");
      }
      if (offers.has(as, clause.param("g"), clause.param("v"))) {
        return new Accept(clause.isYaml(), as, clause.param("g"), clause.param("v"));
      }
    }
    throw known ? noForm() : noType();
  }

  private static ApiException noType() {
    return new Status(
            406,
            "NotAcceptable",
            "406: Not Acceptable\n\nAvailable representations: " + OFFERED,
            Status.Details.of("", "", ""))
        .exception();
  }

  private static ApiException noForm() {
    return Status.of(
            406, "NotAcceptable", "only the following media types are accepted: " + OFFERED)
        .exception();
  }

  private record Clause(String type, Map<String, String> params, double quality) {
    boolean known() {
      return switch (type) {
        case "application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "*/*" ->
            true;
        default -> false;
      };
    }

    /** Protobuf is offered by name only: a client that prefers it gets what it names next. */
    boolean servable() {
      return !type.equals("application/vnd.kubernetes.protobuf");
    }

    boolean isYaml() {
      return type.equals("application/yaml");
    }

    String param(String name) {
      return params.getOrDefault(name, "");
    }
  }

  private static List<Clause> clauses(List<String> headers) {
    List<Clause> out = new ArrayList<>();
    for (String header : headers) {
      for (String part : header.split(",")) {
        String[] words = part.strip().split(";");
        if (words[0].isBlank()) {
          continue;
        }
        Map<String, String> params = new HashMap<>();
        for (int i = 1; i < words.length; i++) {
          int equals = words[i].indexOf('=');
          if (equals > 0) {
            params.put(
                words[i].substring(0, equals).strip(), words[i].substring(equals + 1).strip());
          }
        }
        out.add(
            new Clause(
                words[0].strip().toLowerCase(Locale.ROOT), params, quality(params.get("q"))));
      }
    }
    out.sort((a, b) -> Double.compare(b.quality(), a.quality()));
    return out;
  }

  private static double quality(@org.jspecify.annotations.Nullable String text) {
    if (text == null) {
      return 1;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return 1;
    }
  }
}
