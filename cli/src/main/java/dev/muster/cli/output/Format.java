package dev.muster.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How answers are printed; the names are the values of {@code -o}. */
public enum Format {
  table,
  json,
  yaml;

  /** Prints the tree as this format says; a table is not this method's. */
  public void print(JsonNode tree, PrintWriter out) {
    out.print(
        this == yaml
            ? new String(Yaml.fromTree(tree), StandardCharsets.UTF_8)
            : tree.toPrettyString() + "\n");
    out.flush();
  }

  /** Rows of cells, each column as wide as its widest cell; the first row is the head. */
  public static void printTable(List<List<String>> given, PrintWriter out) {
    List<List<String>> rows =
        given.stream().map(row -> row.stream().map(Format::harmless).toList()).toList();
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(c -> rows.stream().mapToInt(row -> row.get(c).length()).max().orElse(0))
            .toArray();
    for (List<String> row : rows) {
      out.println(
          IntStream.range(0, row.size())
              .mapToObj(c -> String.format("%-" + Math.max(1, widths[c]) + "s", row.get(c)))
              .collect(Collectors.joining("   "))
              .stripTrailing());
    }
    out.flush();
  }

  /** Names come from whoever may write them: none of them moves the cursor of who reads. */
  public static String harmless(String cell) {
    if (cell.chars().noneMatch(Character::isISOControl)) {
      return cell;
    }
    return cell.chars()
        .mapToObj(c -> Character.isISOControl(c) ? "\\x%02x".formatted(c) : Character.toString(c))
        .collect(Collectors.joining());
  }
}
