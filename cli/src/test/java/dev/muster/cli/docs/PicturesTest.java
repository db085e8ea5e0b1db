package dev.muster.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What README and guides show: for light and dark pages, with words for who does not see it. */
class PicturesTest {
  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
  private static final Path IMAGES = CHECKOUT.resolve("docs/images");
  private static final Pattern PICTURE =
      Pattern.compile(
          "<picture>\\s*<source media=\"\\(prefers-color-scheme: dark\\)\" srcset=\"([^\"]+)-dark\\.png\">"
              + "\\s*<img src=\"([^\"]+)-light\\.png\" alt=\"([^\"]+)\">\\s*</picture>");
  private static final Pattern DRAWING = Pattern.compile("!\\[([^\\]]*)\\]\\(([^)]+\\.svg)\\)");

  static Stream<Path> screenshots() throws IOException {
    return images(".png");
  }

  static Stream<Path> drawings() throws IOException {
    return images(".svg");
  }

  private static Stream<Path> images(String ending) throws IOException {
    try (Stream<Path> all = Files.list(IMAGES)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList().stream();
    }
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(CHECKOUT.resolve("docs"))) {
      List<Path> all =
          new ArrayList<>(docs.filter(file -> file.toString().endsWith(".md")).toList());
      all.add(CHECKOUT.resolve("README.md"));
      return all;
    }
  }

  @Test
  void everyScreenshotOfAPageIsThereInBothTones() throws IOException {
    for (Path page : pages()) {
      String text = Files.readString(page);
      List<MatchResult> shown = PICTURE.matcher(text).results().toList();
      assertThat(text.split("\\.png\"", -1)).as("%s", page).hasSize(2 * shown.size() + 1);
      for (MatchResult each : shown) {
        assertThat(each.group(1)).as("%s: the same picture", page).isEqualTo(each.group(2));
        assertThat(each.group(3)).as("%s: in words", page).hasSizeGreaterThan(30);
        assertThat(page.resolveSibling(each.group(1) + "-dark.png")).exists();
        assertThat(page.resolveSibling(each.group(2) + "-light.png")).exists();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("screenshots")
  void everyScreenshotIsShown(Path screenshot) throws IOException {
    assertThat(isNamedByAPage(screenshot)).as("%s", screenshot.getFileName()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("drawings")
  void everyDrawingIsShownAndKnowsDarkPages(Path drawing) throws IOException {
    assertThat(isNamedByAPage(drawing)).as("%s", drawing.getFileName()).isTrue();
    assertThat(Files.readString(drawing)).contains("(prefers-color-scheme: dark)", "<title>");
    for (Path page : pages()) {
      DRAWING
          .matcher(Files.readString(page))
          .results()
          .forEach(each -> assertThat(each.group(1)).as("%s", page).isNotBlank());
    }
  }

  private static boolean isNamedByAPage(Path image) throws IOException {
    for (Path page : pages()) {
      if (Files.readString(page).contains("images/" + image.getFileName())) {
        return true;
      }
    }
    return false;
  }

  /** The chart has the figures of the table below it. */
  @Test
  void theChartIsOfTheFiguresInTheTable() throws IOException {
    List<String> rows =
        Files.readAllLines(CHECKOUT.resolve("docs/benchmarks.md")).stream()
            .filter(line -> line.startsWith("| "))
            .toList();
    List<String> chart = Files.readAllLines(IMAGES.resolve("figures.tsv"));
    for (String line : chart.subList(1, chart.size())) {
      String[] cells = line.split("\t");
      String what = cells[0].split(",")[0];
      String ours =
          NumberFormat.getInstance(Locale.ROOT).format(Double.parseDouble(cells[1])) + cells[3];
      assertThat(rows)
          .as(line)
          .anyMatch(row -> row.startsWith("| " + what) && row.contains("| " + ours));
    }
  }

  /** Figures come first, how they came about last. */
  @Test
  void benchmarksBeginWithTheChart() throws IOException {
    String page = Files.readString(CHECKOUT.resolve("docs/benchmarks.md"));
    assertThat(page).startsWith("# Benchmarks\n\n![");
    assertThat(page.indexOf("images/figures.svg")).isLessThan(page.indexOf("## Figures"));
  }

  /** For somebody with five minutes. */
  @Test
  void theReadmeSaysShowsAndLetsOneTry() throws IOException {
    String readme = Files.readString(CHECKOUT.resolve("README.md"));
    List<String> parts =
        List.of(
            "# Muster\n",
            "<picture>",
            "## Two commands\n",
            "./muster up ",
            "./verify ",
            "## A first session\n",
            "$ ./muster up",
            "(docs/features.md)",
            "## The five documents\n");
    int at = -1;
    for (String part : parts) {
      int next = readme.indexOf(part, at + 1);
      assertThat(next).as(part).isGreaterThan(at);
      at = next;
    }
  }
}
