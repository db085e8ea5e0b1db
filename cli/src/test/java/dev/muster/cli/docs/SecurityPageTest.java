package dev.muster.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of attacks names tests: they are there. */
class SecurityPageTest {
  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*Test)(?:#(\\w+))?`");

  @Test
  void everyTestThatThePageNamesExists() throws IOException {
    Map<String, String> tests = tests();
    List<MatchResult> named =
        NAMED.matcher(Files.readString(CHECKOUT.resolve("docs/security.md"))).results().toList();
    assertThat(named).hasSizeGreaterThan(50);
    assertThat(named)
        .allSatisfy(
            each -> {
              String source = tests.get(each.group(1));
              assertThat(source).as(each.group(1)).isNotNull();
              if (each.group(2) != null) {
                assertThat(source).as(each.group()).contains("void " + each.group(2) + "(");
              }
            });
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
