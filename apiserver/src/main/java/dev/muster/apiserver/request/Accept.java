package dev.muster.apiserver.request;

import dev.muster.model.codec.MediaType;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The form in which a client wants its answer.
 *
 * @param format JSON, unless the client takes only another
 * @param as Table, PartialObjectMetadata, PartialObjectMetadataList, APIGroupDiscoveryList, or
 *     empty for the object itself
 * @param group of {@code as}
 * @param version of {@code as}
 */
public record Accept(MediaType format, String as, String group, String version) {
  /** What can be had at the place that is asked; {@code as} is empty for the object itself. */
  public interface Offers {
    boolean has(MediaType format, String as, String group, String version);
  }

  public static final Accept JSON = new Accept(MediaType.JSON, "", "", "");

  public boolean yaml() {
    return format == MediaType.YAML;
  }

  public String contentType() {
    return format.contentType();
  }

  /**
   * The first acceptable form, or a 406. Whole objects are protobuf for those only who do not take
   * JSON as well, which is what is stored.
   */
  public static Accept of(List<String> headers, Offers offers) {
    return of(headers, offers, noType());
  }

  /** As {@link #of} for custom resources, which have one word for all that is not acceptable. */
  public static Accept ofCustom(List<String> headers, Offers offers) {
    return of(headers, offers, noEncoding());
  }

  private static Accept of(List<String> headers, Offers offers, ApiException noType) {
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
      Accept wanted = clause.accept();
      boolean offered = offers.has(wanted.format(), wanted.as(), wanted.group(), wanted.version());
      boolean stored =
          wanted.format() == MediaType.PROTOBUF && wanted.as().isEmpty() && takesJson(clauses);
      if (offered && !stored) {
        return wanted;
      }
    }
    throw known ? noEncoding() : noType;
  }

  private static boolean takesJson(List<Clause> clauses) {
    return clauses.stream().anyMatch(c -> c.quality() > 0 && c.known() && c.accept().equals(JSON));
  }

  private static ApiException noType() {
    return new Status(
            406,
            "NotAcceptable",
            "406: Not Acceptable\n\nAvailable representations: " + MediaType.NAMES,
            Status.Details.of("", "", ""))
        .exception();
  }

  private static ApiException noEncoding() {
    return Status.of(
            406, "NotAcceptable", "only the following media types are accepted: " + MediaType.NAMES)
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

    Accept accept() {
      MediaType format =
          switch (type) {
            case "application/yaml" -> MediaType.YAML;
            case "application/vnd.kubernetes.protobuf" -> MediaType.PROTOBUF;
            default -> MediaType.JSON;
          };
      String as = param("as");
      return as.isEmpty()
          ? new Accept(format, "", "", "")
          : new Accept(format, as, param("g"), param("v"));
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
