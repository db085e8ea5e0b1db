package dev.muster.access.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * The identity of each container's processes as a station. It never decides about the request: a
 * process that may not be who it would be is not started, long after the pod was taken.
 */
public final class IdentityStations {
  private IdentityStations() {}

  /**
   * A station for each container.
   *
   * @param containers as {@code muster identity} and AccessExplanations have them
   */
  public static List<Station> of(JsonNode containers) {
    List<Station> stations = new ArrayList<>();
    for (JsonNode container : containers) {
      String name = container.path("name").asText(container.path("container").asText());
      stations.add(
          container.path("refused").isTextual()
              ? station(name, Verdict.Refused, container.path("refused").asText())
              : station(
                  name,
                  isUnknown(container) ? Verdict.Unknown : Verdict.Allowed,
                  numbers(container)));
    }
    return stations;
  }

  /** What is not known is a list of names, or a sentence. */
  private static boolean isUnknown(JsonNode container) {
    JsonNode unknown = container.path("unknown");
    return unknown.isTextual() ? !unknown.asText().isEmpty() : !unknown.isEmpty();
  }

  private static String numbers(JsonNode container) {
    boolean uid = container.path("uid").has("id");
    boolean gid = container.path("gid").has("id");
    List<String> groups = new ArrayList<>();
    container.path("groups").forEach(group -> groups.add(group.path("id").asText()));
    for (JsonNode unknown : container.path("unknown")) {
      if (unknown.asText().equals("groups")) {
        groups.add("?");
      }
    }
    return "uid "
        + (uid ? container.at("/uid/id").asText() + from(container.path("uid")) : "?")
        + ", gid "
        + (gid ? container.at("/gid/id").asText() + from(container.path("gid")) : "?")
        + (groups.isEmpty() ? "" : ", groups " + String.join(",", groups));
  }

  private static String from(JsonNode id) {
    List<String> sources = new ArrayList<>();
    if (id.path("from").isTextual()) {
      sources.add(id.path("from").asText());
    }
    id.path("from").forEach(source -> sources.add(source.asText()));
    return sources.isEmpty() ? "" : " (" + String.join(", ", sources) + ")";
  }

  private static Station station(String name, Verdict verdict, String reason) {
    return Station.of(Stage.Identity, name, verdict, reason);
  }
}
