package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.quantity.Quantity;
import java.util.List;
import java.util.function.Function;

/** What nodes and pods use, as metrics-server shows it. */
final class UsageColumns {
  private UsageColumns() {}

  /**
   * @param usages those that are added up in a row
   * @param window over how long it was measured
   */
  static Printer printer(Function<Shown, List<JsonNode>> usages, Function<Shown, String> window) {
    return Printer.of(
        objectName(),
        text("cpu", "", o -> sum(usages.apply(o), "cpu")).formatted("quantity"),
        text("memory", "", o -> sum(usages.apply(o), "memory")).formatted("quantity"),
        text("Window", "", window).formatted("duration"));
  }

  private static String sum(List<JsonNode> usages, String resource) {
    return usages.stream()
        .map(usage -> Quantity.parse(usage.path(resource).asText("0")))
        .reduce(Quantity::plus)
        .orElse(Quantity.of(0))
        .toString();
  }
}
