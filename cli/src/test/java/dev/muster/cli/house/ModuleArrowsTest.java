package dev.muster.cli.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
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

  private static final String TABLE =
      """
      base:
      model: base
      views: base model
      pki:
      cel: base model
      kinds: base model views pki cel
      linux: base
      store: base linux
      etcd: base store
      authz: base
      access: base model views kinds authz
      identity: base model views
      volumes: base model views linux
      client: base model views pki
      http: base model client
      console:
      controllers: base model views kinds identity client
      network: base model views client
      cri:
      runtime: base linux identity cri
      admission: base model views pki cel kinds authz identity
      apiserver: base model views pki cel kinds linux store authz access identity client http console admission
      scheduler: base model views kinds client
      node: base model views pki kinds linux identity volumes client http cri scheduler
      junit: base model client controllers apiserver scheduler
      webhook: base model views pki kinds authz identity client http admission apiserver
      """;

  static {
    TABLE
        .lines()
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              String known = line.substring(colon + 1).strip();
              KNOWS.put(
                  line.substring(0, colon),
                  known.isEmpty() ? List.of() : List.of(known.split(" ")));
            });
    KNOWS.put("cli", List.copyOf(KNOWS.keySet()));
    KNOWS.put("testing", List.of());
  }

  /** Modules without classes of our own in what users run. */
  private static final Set<String> ELSEWHERE =
      Set.of("bom", "picocli", "bench", "fuzz", "examples/authorization-plugin");

  private static final String[] HTTP = {
    "org.eclipse.jetty..", "java.net.http..", "com.sun.net.httpserver.."
  };
  private static final String[] STORAGE = {"java.sql..", "org.sqlite..", "dev.muster.store.."};

  private static JavaClasses all;

  @BeforeAll
  static void read() {
    all = MainClasses.all();
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
  void onlyTheModuleHttpKnowsTheServerThatCarriesIt() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.muster.http..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.jetty..")
        .check(all);
  }

  /**
   * What is made of stored objects and kept follows the store by a {@code Projection}. Watches of
   * their own have only those who wait to be woken, and who count events between two revisions.
   */
  @Test
  void whatIsKeptFollowsTheStoreByAProjection() {
    assertThat(
            all.that(resideInAPackage("dev.muster.apiserver..")).stream()
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .filter(call -> call.getName().equals("watch"))
                .filter(call -> call.getTargetOwner().isAssignableTo("dev.muster.store.Store"))
                .map(call -> call.getOriginOwner().getSimpleName())
                .distinct())
        .containsExactlyInAnyOrder(
            "DefinitionIndex", "MeteredStore", "PolicyBell", "RbacMirror", "Watches");
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
