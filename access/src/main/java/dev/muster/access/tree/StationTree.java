package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.access.answer.Station;
import dev.muster.views.AccessV1.MutableStation;
import java.util.List;

/** The stations of a request's way. */
public final class StationTree {
  private StationTree() {}

  /** An entry for each, in their order. */
  public static ArrayNode of(List<Station> stations) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Station station : stations) {
      MutableStation entry = MutableStation.of(list.addObject());
      entry.stage(station.stage().name()).name(station.name());
      entry.verdict(station.verdict().name());
      if (!station.reason().isEmpty()) {
        entry.reason(station.reason());
      }
      if (station.decides()) {
        entry.decides(true);
      }
      station.changes().forEach(change -> entry.changes().list().add(change));
    }
    return list;
  }
}
