package dev.muster.access.tree;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.model.field.At;
import dev.muster.views.AccessV1;
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
    for (JsonNode each : list) {
      AccessV1.Station entry = AccessV1.Station.of(each);
      Optional<Stage> stage = named(Stage.values(), entry.stage());
      if (stage.isPresent() && stations.size() < MOST) {
        stations.add(
            new Station(
                stage.get(),
                entry.name().text(),
                named(Verdict.values(), entry.verdict()).orElse(Verdict.Unknown),
                entry.reason().text(),
                entry.decides().truth(),
                entry.changes().texts()));
      }
    }
    return stations;
  }

  private static <T extends Enum<T>> Optional<T> named(T[] values, At name) {
    return Arrays.stream(values).filter(v -> v.name().equals(name.text())).findFirst();
  }
}
