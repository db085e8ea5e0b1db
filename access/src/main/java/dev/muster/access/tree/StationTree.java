package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.Station;
import java.util.List;

/** The stations of a request's way. */
public final class StationTree {
  private StationTree() {}

  /** An entry for each, in their order. */
  public static ArrayNode of(List<Station> stations) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Station station : stations) {
      ObjectNode entry = list.addObject();
      entry.put("stage", station.stage().name()).put("name", station.name());
      entry.put("verdict", station.verdict().name());
      if (!station.reason().isEmpty()) {
        entry.put("reason", station.reason());
      }
      if (station.decides()) {
        entry.put("decides", true);
      }
      station.changes().forEach(change -> entry.withArrayProperty("changes").add(change));
    }
    return list;
  }
}
