package dev.muster.access.answer;

import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stations of one request from top to bottom. One of them decides; several, if it is refused
 * because none of them allows it; none, if that is not known. Immutable.
 */
public record RequestWay(List<Station> stations) {
  public RequestWay {
    stations = List.copyOf(stations);
  }

  /**
   * Puts what is known of each stage behind each other. A refusal by admission takes the decision
   * from the authorizer that let the request through to it.
   */
  public static RequestWay of(List<Station> stations) {
    boolean refusedLater =
        stations.stream().anyMatch(s -> s.stage() == Stage.Admission && refuses(s));
    List<Station> way = new ArrayList<>();
    for (Stage stage : Stage.values()) {
      for (Station station : stations) {
        if (station.stage() == stage) {
          boolean passed = station.verdict() == Verdict.Allowed && refusedLater;
          way.add(passed ? station.deciding(false) : station);
        }
      }
    }
    return new RequestWay(way);
  }

  /** Whoever decides, the first of several. */
  public Optional<Station> deciding() {
    return stations.stream().filter(Station::decides).findFirst();
  }

  /** Whether the request goes through; empty if nobody who decides is known. */
  public Optional<Boolean> allowed() {
    return deciding().map(station -> station.verdict() == Verdict.Allowed);
  }

  /** What is known of one stage. */
  public List<Station> at(Stage stage) {
    return stations.stream().filter(station -> station.stage() == stage).toList();
  }

  private static boolean refuses(Station station) {
    return station.verdict() == Verdict.Refused && station.decides();
  }
}
