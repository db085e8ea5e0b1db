package dev.muster.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Dependencies point one way: what a module must not know, it does not use. */
class ModuleArrowsTest {
  /** Whom each module may know, itself aside; further up in the table, so that arrows point up. */
  private static final Map<String, List<String>> KNOWS = new LinkedHashMap<>();

  static {
    KNOWS.put("base", List.of());
    KNOWS.put("model", List.of("base"));
    KNOWS.put("cel", List.of("base", "model"));
    KNOWS.put("kinds", List.of("base", "model", "cel"));
    KNOWS.put("linux", List.of("base"));
    KNOWS.put("store", List.of("base", "linux"));
    KNOWS.put("authz", List.of("base"));
    KNOWS.put("identity", List.of("base"));
    KNOWS.put("volumes", List.of("base", "model", "linux"));
    KNOWS.put("client", List.of("base", "model"));
    KNOWS.put("controllers", List.of("base", "model", "kinds", "client"));
    KNOWS.put("cri", List.of("base"));
    KNOWS.put("runtime", List.of("base", "linux", "identity", "cri"));
    KNOWS.put("admission", List.of("base", "model", "cel", "kinds", "authz", "identity"));
    KNOWS.put(
        "apiserver",
        List.of("base", "model", "cel", "kinds", "linux", "store", "authz", "client", "admission"));
    KNOWS.put(
        "node", List.of("base", "model", "kinds", "linux", "identity", "volumes", "client", "cri"));
    KNOWS.put("junit", List.of("base", "model", "client", "controllers", "apiserver"));
    KNOWS.put(
        "webhook",
        List.of("base", "model", "kinds", "authz", "identity", "client", "admission", "apiserver"));
    KNOWS.put("cli", List.copyOf(KNOWS.keySet()));
  }

  /** Modules without classes of our own in what users run. */
  private static final Set<String> ELSEWHERE =
      Set.of("picocli", "bench", "fuzz", "examples/authorization-plugin");

  private static final String[] HTTP = {
    "org.eclipse.jetty..", "java.net.http..", "com.sun.net.httpserver.."
  };
  private static final String[] STORAGE = {"java.sql..", "org.sqlite..", "dev.muster.store.."};

  private static JavaClasses all;

  @BeforeAll
  static void read() {
    all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.muster");
  }

  @Test
  void everyModuleIsInTheTable() throws IOException {
    List<String> modules =
        Pattern.compile("<module>(.*)</module>")
            .matcher(Files.readString(Path.of("..", "pom.xml")))
            .results()
            .map(module -> module.group(1))
            .filter(module -> !ELSEWHERE.contains(module))
            .toList();
    assertThat(KNOWS.keySet()).containsExactlyInAnyOrderElementsOf(modules);
  }

  static Stream<Arguments> modules() {
    return KNOWS.entrySet().stream().map(e -> Arguments.of(e.getKey(), e.getValue()));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleKnowsWhatTheTableSays(String module, List<String> known) {
    List<String> before = KNOWS.keySet().stream().takeWhile(m -> !m.equals(module)).toList();
    assertThat(before).containsAll(known);
    assertThat(all.that(resideInAPackage("dev.muster." + module + ".."))).isNotEmpty();
    mustNotUse(
        module,
        KNOWS.keySet().stream()
            .filter(other -> !other.equals(module) && !known.contains(other))
            .map(other -> "dev.muster." + other + "..")
            .toArray(String[]::new));
  }

  @Test
  void kindsKnowNeitherStorageNorHttp() {
    for (String module : List.of("base", "model", "cel", "kinds")) {
      mustNotUse(module, STORAGE);
      mustNotUse(module, HTTP);
    }
  }

  /** Who embeds a client or writes volumes does not carry a parser of expressions along. */
  @Test
  void onlyCelKnowsTheEngineOfExpressions() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.muster.cel..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.cel..", "org.antlr..")
        .check(all);
  }

  @Test
  void storeKnowsNoHttp() {
    mustNotUse("store", HTTP);
  }

  @Test
  void authzIsAPureLibrary() {
    classes()
        .that()
        .resideInAPackage("dev.muster.authz..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "dev.muster.authz..",
                    "dev.muster.base..",
                    "java..",
                    "org.jspecify..",
                    "com.fasterxml.jackson..",
                    "com.github.benmanes.caffeine..")
                .and(not(resideInAnyPackage("java.net..", "java.sql..", "java.rmi.."))))
        .check(all);
  }

  @Test
  void admissionKnowsNoHttpServer() {
    mustNotUse("admission", "org.eclipse.jetty..", "com.sun.net.httpserver..");
    mustNotUse("admission", STORAGE);
  }

  @Test
  void apiserverKnowsNoContainers() {
    mustNotUse("apiserver", "io.grpc..");
  }

  @Test
  void onlyTheHttpPackageKnowsTheServerThatCarriesIt() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.muster.apiserver.http..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.jetty..")
        .check(all);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.muster.(**)").should().beFreeOfCycles().check(all);
  }

  private static void mustNotUse(String module, String... packages) {
    noClasses()
        .that()
        .resideInAPackage("dev.muster." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages)
        .check(all);
  }
}
