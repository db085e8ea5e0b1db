package dev.muster.cli;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dependencies point one way: what a module must not know, it does not use. */
class ModuleArrowsTest {
  /** From those that know nothing of the others to those that wire them. */
  private static final List<String> MODULES =
      List.of(
          "linux",
          "store",
          "api",
          "client",
          "authz",
          "admission",
          "cri",
          "node",
          "apiserver",
          "cli");

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

  @ParameterizedTest
  @ValueSource(strings = {"store", "api", "client", "authz", "admission", "apiserver", "cli"})
  void theModuleIsLookedAt(String module) {
    assertThat(all.that(resideInAnyPackage("dev.muster." + module + ".."))).isNotEmpty();
  }

  @Test
  void noModuleUsesOneThatComesLater() {
    for (int i = 0; i < MODULES.size() - 1; i++) {
      String[] later =
          MODULES.subList(i + 1, MODULES.size()).stream()
              .map(module -> "dev.muster." + module + "..")
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage("dev.muster." + MODULES.get(i) + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(later)
          .check(all);
    }
  }

  @Test
  void apiKnowsNeitherStorageNorHttp() {
    mustNotUse("api", STORAGE);
    mustNotUse("api", HTTP);
  }

  @Test
  void storeKnowsNoKinds() {
    mustNotUse("store", "dev.muster.api..");
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
    mustNotUse("apiserver", "dev.muster.cri..", "dev.muster.runtime..", "dev.muster.node..");
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

  /** The one list of all kinds names every kind's rules, and they know the kinds' contract. */
  @Test
  void packagesHaveNoCyclesButThroughTheListOfKinds() {
    slices()
        .matching("dev.muster.(**)")
        .should()
        .beFreeOfCycles()
        .ignoreDependency(simpleName("KindTable"), alwaysTrue())
        .check(all);
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
