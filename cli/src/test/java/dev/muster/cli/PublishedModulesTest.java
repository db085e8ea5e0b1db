package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
    List<String> published = published();
    for (String dependency : pom(module).split("</dependency>")) {
      if (!dependency.contains("<scope>test</scope>")) {
        assertThat(published)
            .containsAll(
                all(
                    dependency,
                    "dev.muster</groupId>\\s*<artifactId>muster-([a-z]+)</artifactId>"));
      }
    }
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
