package dev.muster.apiserver.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorizationPluginsTest {
  private static final Attributes REQUEST =
      Attributes.nonResource(User.of("jane"), "get", "/healthz");
  private static final List<String> TAKEN = List.of("RBAC");

  @TempDir private Path directory;

  private static String named(String name, String authorizer) {
    return "public String name() { return \""
        + name
        + "\"; } public Authorizer create() { return "
        + authorizer
        + "; }";
  }

  private Path jar(String file, String name, String authorizer) throws IOException {
    return PluginJar.of(directory.resolve(file), "Made", named(name, authorizer));
  }

  private static AuthorizationPlugins find(Path... places) {
    return AuthorizationPlugins.find(List.of(places), TAKEN);
  }

  @Test
  void findsModesInJarsAndDirectories() throws IOException {
    Path one = jar("one.jar", "One", "a -> Decision.NoOpinion.SILENT");
    Path more = Files.createDirectories(directory.resolve("more"));
    PluginJar.of(
        more.resolve("two.jar"), "Two", named("Two", "a -> new Decision.Allow(() -> \"\", \"\")"));
    try (AuthorizationPlugins plugins = find(one, more)) {
      assertThat(plugins.names()).containsExactly("One", "Two");
      assertThat(plugins.create("One", FailurePolicy.Deny).authorize(REQUEST))
          .isEqualTo(Decision.NoOpinion.SILENT);
      assertThat(plugins.create("Two", FailurePolicy.Deny).authorize(REQUEST).allowed()).isTrue();
    }
  }

  @Test
  void aModuleThatThrowsRefuses() throws IOException {
    Path jar = jar("throws.jar", "Throws", "a -> { throw new IllegalStateException(\"oops\"); }");
    try (AuthorizationPlugins plugins = find(jar)) {
      String problem = "authorization mode \"Throws\" failed: IllegalStateException";
      assertThat(plugins.create("Throws", FailurePolicy.Deny).authorize(REQUEST))
          .isEqualTo(new Decision.Deny(problem, List.of(problem)));
    }
  }

  @Test
  void aModuleThatBreaksInAnyOtherWayRefuses() throws IOException {
    Path jar = jar("asserts.jar", "Asserts", "a -> { throw new AssertionError(\"oops\"); }");
    try (AuthorizationPlugins plugins = find(jar)) {
      assertThat(plugins.create("Asserts", FailurePolicy.Deny).authorize(REQUEST).reason())
          .isEqualTo("authorization mode \"Asserts\" failed: AssertionError");
    }
  }

  @Test
  void aModuleThatFailsHasNoOpinionIfThePolicySaysSo() throws IOException {
    try (AuthorizationPlugins plugins = find(jar("null.jar", "Silent", "a -> null"))) {
      assertThat(plugins.create("Silent", FailurePolicy.NoOpinion).authorize(REQUEST))
          .isEqualTo(
              new Decision.NoOpinion(
                  "", List.of("authorization mode \"Silent\" gave no decision")));
    }
  }

  @Test
  void aModuleThatDecidesNothingRefuses() throws IOException {
    try (AuthorizationPlugins plugins = find(jar("null.jar", "Silent", "a -> null"))) {
      assertThat(plugins.create("Silent", FailurePolicy.Deny).authorize(REQUEST))
          .isInstanceOf(Decision.Deny.class)
          .extracting(Decision::reason)
          .isEqualTo("authorization mode \"Silent\" gave no decision");
    }
  }

  @Test
  void aModuleSeesNothingOfTheServerButAuthorization() throws IOException {
    Path jar =
        jar(
            "peeks.jar",
            "Peeks",
            """
            a -> {
              try {
                Class.forName("dev.muster.apiserver.plugins.AuthorizationPlugins");
                return new Decision.Deny("sees the server", List.of());
              } catch (ClassNotFoundException e) {
                return new Decision.Allow(() -> "", "sees only " + Authorizer.class.getSimpleName());
              }
            }
            """);
    try (AuthorizationPlugins plugins = find(jar)) {
      assertThat(plugins.create("Peeks", FailurePolicy.Deny).authorize(REQUEST).reason())
          .isEqualTo("sees only Authorizer");
    }
  }

  @Test
  void modulesAreClosedWithTheServer() throws IOException {
    Path mark = directory.resolve("closed");
    Path jar =
        PluginJar.of(
            directory.resolve("closes.jar"),
            "Closes",
            """
            static class Open implements Authorizer, AutoCloseable {
              public Decision authorize(Attributes a) { return Decision.NoOpinion.SILENT; }
              public void close() throws Exception {
                java.nio.file.Files.createFile(java.nio.file.Path.of("%s"));
              }
            }
            public String name() { return "Closes"; }
            public Authorizer create() { return new Open(); }
            """
                .formatted(mark));
    AuthorizationPlugins plugins = find(jar);
    plugins.create("Closes", FailurePolicy.Deny);
    plugins.close();
    assertThat(mark).exists();
  }

  @Test
  void refusesTwoModulesWithOneName() throws IOException {
    Path a = jar("a.jar", "Same", "null");
    Path b = jar("b.jar", "Same", "null");
    assertRefused("two modules with the name \"Same\", in " + a + " and in " + b, a, b);
  }

  @Test
  void refusesAModuleWithTheNameOfOurOwn() throws IOException {
    Path jar = jar("rbac.jar", "RBAC", "null");
    assertRefused("the module in " + jar + " has the name of a mode of ours, \"RBAC\"", jar);
  }

  @Test
  void refusesAModuleWithANameThatCannotBeGiven() throws IOException {
    Path jar = jar("comma.jar", "a,b", "null");
    assertRefused(
        "\"a,b\" in " + jar + " is no name for a mode: use letters, digits, '.', '_' and '-'", jar);
  }

  @Test
  void refusesWhatIsNotThere() {
    Path nowhere = directory.resolve("nowhere.jar");
    assertRefused(nowhere + " is neither a jar nor a directory of jars", nowhere);
  }

  @Test
  void refusesAnEmptyDirectory() {
    assertRefused("no jars in " + directory, directory);
  }

  @Test
  void refusesABrokenJar() throws IOException {
    Path jar = Files.writeString(directory.resolve("broken.jar"), "not a zip");
    assertRefused(jar + " is not a jar: zip END header not found", jar);
  }

  @Test
  void refusesAJarWithoutAModule() throws IOException {
    Path jar = PluginJar.write(directory.resolve("plain.jar"), Map.of("x.txt", new byte[1]), "");
    assertRefused(
        "no authorization module in "
            + jar
            + ": a jar names its own in META-INF/services/dev.muster.authz.AuthorizerFactory",
        jar);
  }

  @Test
  void refusesAJarThatNamesAClassItDoesNotHave() throws IOException {
    Path jar = PluginJar.write(directory.resolve("lies.jar"), Map.of(), "p.Nowhere\n");
    assertRefused(
        "the module in "
            + jar
            + " cannot be loaded: dev.muster.authz.AuthorizerFactory: Provider p.Nowhere not found",
        jar);
  }

  @Test
  void aModuleThatDoesNotStartSaysWhy() throws IOException {
    Path jar =
        PluginJar.of(
            directory.resolve("fails.jar"),
            "Fails",
            """
            public String name() { return "Fails"; }
            public Authorizer create() { throw new IllegalStateException("no policy"); }
            """);
    try (AuthorizationPlugins plugins = find(jar)) {
      assertThatThrownBy(() -> plugins.create("Fails", FailurePolicy.Deny))
          .isInstanceOf(PluginException.class)
          .hasMessage(
              "authorization-mode \"Fails\" from "
                  + jar
                  + " does not start: java.lang.IllegalStateException: no policy");
    }
  }

  private static void assertRefused(String message, Path... places) {
    assertThatThrownBy(() -> find(places))
        .isInstanceOf(PluginException.class)
        .hasMessage("--authorization-plugin-path: " + message);
  }
}
