package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The projects of {@code examples/outside}, which know this one by coordinates only, are built and
 * tested with the libraries of this build. They find them in a repository made for the purpose and
 * everything else where this build has it; {@code examples/outside/try} does the same with nothing
 * but what a release publishes.
 */
class OutsideProjectsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path FETCHED =
      Path.of(
          System.getProperty(
              "maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));

  @TempDir Path work;

  @Test
  void projectsOutsideUseTheLibrariesWithJunit5AndWithJunit6() throws Exception {
    copy(ROOT.resolve("examples/outside"), work.resolve("outside"));
    Path repository = repository();
    ProcessBuilder builder =
        new ProcessBuilder(
                ROOT.resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "-q",
                "-T2",
                "-f",
                work.resolve("outside/pom.xml").toString(),
                "-Dmaven.repo.local=" + repository,
                "test")
            .redirectErrorStream(true);
    // a build of seconds is over before the compiler's second thoughts pay
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process build = builder.start();
    String said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(build.waitFor()).as(said).isZero();
    assertThat(tests("authorizer")).isEqualTo(2);
    assertThat(tests("operator-junit5")).isEqualTo(2);
    assertThat(tests("operator-junit6")).isEqualTo(2);
  }

  /** So that what clears the directory has no links to wonder about. */
  @AfterEach
  void unlink() throws IOException {
    try (Stream<Path> files = Files.walk(work, 3)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  @Test
  void theGuideShowsTheTestThatIsBuilt() throws IOException {
    String test =
        Files.readString(
            ROOT.resolve(
                "examples/outside/operator/src/test/java/com/example/operator/MyOperatorTest.java"));
    assertThat(Files.readString(ROOT.resolve("docs/embedding.md")))
        .contains("```java\n" + test.substring(test.indexOf("import")) + "```");
  }

  /** Maven looks for all of a library's dependencies, those of its tests included. */
  @Test
  void theScriptBuildsEverythingThatTheLibrariesName() throws IOException {
    List<String> libraries =
        all(Files.readString(ROOT.resolve("bom/pom.xml")), "<artifactId>muster-(.*)</artifactId>");
    String script = Files.readString(ROOT.resolve("examples/outside/try"));
    List<String> built = new ArrayList<>(libraries);
    built.addAll(List.of(first(script, "-pl \"(.*),\\$libraries\"").split(",", -1)));
    for (String library : libraries) {
      String pom = Files.readString(ROOT.resolve(library).resolve("pom.xml"));
      assertThat(built).as(library).containsAll(all(pom, "<artifactId>muster-(.*)</artifactId>"));
    }
  }

  private long tests(String project) throws IOException {
    try (Stream<Path> reports =
        Files.list(work.resolve("outside/" + project + "/target/surefire-reports"))) {
      Path report =
          reports.filter(file -> file.toString().endsWith(".xml")).findFirst().orElseThrow();
      return Pattern.compile("<testcase ").matcher(Files.readString(report)).results().count();
    }
  }

  /** All that is fetched already, by links, and the libraries as they were just compiled. */
  private Path repository() throws IOException {
    Path repository = work.resolve("repository");
    link(FETCHED, repository, "dev");
    link(FETCHED.resolve("dev"), repository.resolve("dev"), "muster");
    Path ours = repository.resolve("dev/muster");
    String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
    String version = first(bom, "<version>(.*)</version>");
    add(ours, "muster", version, ROOT.resolve("pom.xml"));
    add(ours, "muster-bom", version, ROOT.resolve("bom/pom.xml"));
    for (String library : all(bom, "<artifactId>muster-(.*)</artifactId>")) {
      if (!library.equals("bom")) {
        Path directory = ROOT.resolve(library);
        String name = "muster-" + library;
        Path place = add(ours, name, version, directory.resolve("pom.xml"));
        jar(directory.resolve("target/classes"), place.resolve(name + "-" + version + ".jar"));
      }
    }
    return repository;
  }

  private static void link(Path from, Path to, String except) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> children = Files.list(from)) {
      for (Path child : children.filter(Files::isDirectory).toList()) {
        if (!child.getFileName().toString().equals(except)) {
          Files.createSymbolicLink(to.resolve(child.getFileName()), child);
        }
      }
    }
  }

  private static Path add(Path group, String artifact, String version, Path pom)
      throws IOException {
    Path place = Files.createDirectories(group.resolve(artifact).resolve(version));
    Files.copy(pom, place.resolve(artifact + "-" + version + ".pom"));
    return place;
  }

  private static void jar(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      zip.setLevel(1);
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(each -> !each.toString().contains("/target")).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  private static String first(String text, String pattern) {
    return all(text, pattern).getFirst();
  }

  private static List<String> all(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }
}
