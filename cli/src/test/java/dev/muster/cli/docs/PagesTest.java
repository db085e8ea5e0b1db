package dev.muster.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What README and guides name is there: tests, other pages and their headings, pictures. */
class PagesTest {
  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:#(\\w+))?`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(CHECKOUT.resolve("docs"))) {
      List<Path> all = new ArrayList<>(docs.filter(PagesTest::page).sorted().toList());
      all.add(CHECKOUT.resolve("README.md"));
      all.add(CHECKOUT.resolve("CONTRIBUTING.md"));
      all.add(CHECKOUT.resolve("SECURITY.md"));
      return all.stream();
    }
  }

  private static boolean page(Path file) {
    return file.toString().endsWith(".md");
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/features.md", "docs/security.md"})
  void everyTestThatAPageNamesExists(String page) throws IOException {
    Map<String, String> tests = tests();
    List<MatchResult> named =
        TEST.matcher(Files.readString(CHECKOUT.resolve(page))).results().toList();
    assertThat(named).isNotEmpty();
    for (MatchResult each : named) {
      String source = tests.get(each.group(1));
      assertThat(source).as(each.group(1)).isNotNull();
      if (each.group(2) != null) {
        assertThat(source).as(each.group()).contains("void " + each.group(2) + "(");
      }
    }
  }

  @Test
  void everyFeatureHasAnExampleAndATest() throws IOException {
    List<String> rows =
        Files.readAllLines(CHECKOUT.resolve("docs/features.md")).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| feature"))
            .toList();
    assertThat(rows).hasSizeGreaterThan(40);
    assertThat(rows).allMatch(row -> row.matches("\\| [^|]+ \\| [^|]*[`\\[][^|]+ \\| `[^|]+` \\|"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsSomewhere(Path page) throws IOException {
    String text = CODE.matcher(Files.readString(page)).replaceAll("");
    for (MatchResult link : LINK.matcher(text).results().toList()) {
      String target = link.group(1);
      if (target.startsWith("https:") || target.startsWith("mailto:")) {
        continue;
      }
      int hash = target.indexOf('#');
      String file = hash < 0 ? target : target.substring(0, hash);
      Path there = file.isEmpty() ? page : page.resolveSibling(file).normalize();
      assertThat(there).as("%s in %s", target, page.getFileName()).exists();
      if (hash >= 0 && page(there)) {
        assertThat(anchors(there)).as(target).contains(target.substring(hash + 1));
      }
    }
  }

  @Test
  void picturesAreDrawnFromTheirScript() throws Exception {
    Process check =
        new ProcessBuilder("python3", CHECKOUT.resolve("docs/images/draw").toString(), "--check")
            .redirectErrorStream(true)
            .start();
    String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(check.waitFor()).as(said).isZero();
  }

  /** As a page's headings are linked to: in small letters, with hyphens, without other marks. */
  private static Set<String> anchors(Path page) throws IOException {
    String text = CODE.matcher(Files.readString(page)).replaceAll("");
    return HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  /** The sources of all test classes by their simple names. */
  private static Map<String, String> tests() throws IOException {
    Map<String, String> found = new HashMap<>();
    try (Stream<Path> modules = Files.list(CHECKOUT)) {
      for (Path module : modules.toList()) {
        Path sources = module.resolve("src/test/java");
        if (Files.isDirectory(sources)) {
          collect(sources, found);
        }
      }
    }
    return found;
  }

  private static void collect(Path sources, Map<String, String> found) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path each : files.filter(file -> file.toString().endsWith("Test.java")).toList()) {
        String name = String.valueOf(each.getFileName()).replace(".java", "");
        found.merge(name, Files.readString(each), String::concat);
      }
    }
  }
}
