package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is published can be used with nothing but what is published, on Java 21. */
class PublishedModulesTest {
  private static final Path ROOT = Path.of("..");
  private static final int JAVA_21 = 65;

  static List<String> published() throws IOException {
    List<String> modules = new ArrayList<>();
    for (String module : all(pom("."), "<module>(.*)</module>")) {
      if (!module.equals("bom") && !pom(module).contains("<publish.skip>true</publish.skip>")) {
        modules.add(module);
      }
    }
    return modules;
  }

  @Test
  void theBomNamesAllOfThemAndNoOthers() throws IOException {
    List<String> named = new ArrayList<>(all(pom("bom"), "<artifactId>muster-(.*)</artifactId>"));
    named.remove("bom");
    assertThat(named).containsExactlyInAnyOrderElementsOf(published());
    assertThat(all(pom("bom"), "\n  <version>(.*)</version>"))
        .isEqualTo(all(pom("."), "\n  <version>(.*)</version>"));
  }

  @ParameterizedTest
  @MethodSource("published")
  void hasANameOnTheModulePathThatIsItsPackages(String module) throws IOException {
    assertThat(all(pom(module), "<module.name>(.*)</module.name>"))
        .containsExactly("dev.muster." + module);
    assertThat(classes(module))
        .allMatch(file -> file.startsWith(target(module).resolve("dev/muster/" + module)));
  }

  @ParameterizedTest
  @MethodSource("published")
  void usesWhatIsPublishedOnly(String module) throws IOException {
    assertThat(published())
        .containsAll(
            all(
                needed(module),
                "dev.muster</groupId>\\s*<artifactId>muster-([a-z]+)</artifactId>"));
  }

  /** Who embeds a client or writes volumes does not carry a parser of expressions along. */
  @ParameterizedTest
  @ValueSource(strings = {"model", "authz", "identity", "volumes", "client"})
  void bringsNoEngineOfExpressions(String module) throws IOException {
    for (String each : standsOn(module)) {
      assertThat(needed(each)).as(each).doesNotContain("dev.cel", "guava", "antlr");
    }
  }

  /** The module and all whose classes come with it. */
  private static Set<String> standsOn(String module) throws IOException {
    Set<String> all = new LinkedHashSet<>(List.of(module));
    for (String below : all(needed(module), "<artifactId>muster-([a-z]+)</artifactId>")) {
      all.addAll(standsOn(below));
    }
    return all;
  }

  /** The dependencies that come along with a module, as its pom has them. */
  private static String needed(String module) throws IOException {
    return all(pom(module), "(?s)<dependency>(.*?)</dependency>").stream()
        .filter(dependency -> !dependency.contains("<scope>test</scope>"))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @MethodSource("published")
  void hasClassFilesOfJava21(String module) throws IOException {
    List<Path> files = classes(module);
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      assertThat(major(file)).as(file.toString()).isLessThanOrEqualTo(JAVA_21);
    }
  }

  private static int major(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        DataInputStream data = new DataInputStream(in)) {
      data.skipNBytes(4);
      assertThat(data.readUnsignedShort()).as("no preview").isZero();
      return data.readUnsignedShort();
    }
  }

  private static List<Path> classes(String module) throws IOException {
    try (Stream<Path> files = Files.walk(target(module))) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private static Path target(String module) {
    return ROOT.resolve(module).resolve("target/classes");
  }

  private static String pom(String module) throws IOException {
    return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
  }

  private static List<String> all(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }
}
