package dev.muster.access.tree;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads what {@link StationTree} writes, as another server may have written it. */
public final class StationReader {
  private static final int MOST = 1000;

  private StationReader() {}

  /** In their order; a stage that is not known is left out, a verdict that is not is unknown. */
  public static List<Station> read(JsonNode list) {
    List<Station> stations = new ArrayList<>();
    for (JsonNode entry : list) {
      Optional<Stage> stage = named(Stage.values(), entry.path("stage"));
      if (stage.isPresent() && stations.size() < MOST) {
        List<String> changes = new ArrayList<>();
        entry.path("changes").forEach(change -> changes.add(change.asText()));
        stations.add(
            new Station(
                stage.get(),
                entry.path("name").asText(),
                named(Verdict.values(), entry.path("verdict")).orElse(Verdict.Unknown),
                entry.path("reason").asText(),
                entry.path("decides").asBoolean(),
                changes));
      }
    }
    return stations;
  }

  private static <T extends Enum<T>> Optional<T> named(T[] values, JsonNode name) {
    return Arrays.stream(values).filter(v -> v.name().equals(name.asText())).findFirst();
  }
}
