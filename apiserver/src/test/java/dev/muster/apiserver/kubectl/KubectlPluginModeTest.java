package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.plugins.PluginJar;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a module of one's own, asked before RBAC. */
@MostlyWaits
class KubectlPluginModeTest {
  @TempDir private static Path directory;
  private static Path jar;
  private static RunningServer server;
  private static Kubectl blue;
  private static Kubectl frozen;

  @BeforeAll
  static void start() throws IOException {
    jar = PluginJar.example(directory.resolve("teams.jar"));
    server = with(directory, "TeamNamespaces", "RBAC");
    Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
    blue = kubectl.inNew("blue-web");
    frozen = kubectl.inNew("blue-frozen");
    blue.run(
            "create",
            "clusterrolebinding",
            "everyone",
            "--clusterrole=cluster-admin",
            "--user=carol")
        .ok();
  }

  private static RunningServer with(Path home, String... modes) throws IOException {
    return RunningServer.configured(
        home, config -> config.with(Authorization.by(modes).withPlugins(jar)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void theModuleAllows() {
    String[] member = {"--as=alice", "--as-group=team:blue"};
    assertThat(blue.run("create", "configmap", "a", member[0], member[1]).ok())
        .isEqualTo("configmap/a created");
    assertThat(blue.run("auth", "can-i", "delete", "secrets", member[0], member[1]).ok())
        .isEqualTo("yes");
  }

  @Test
  void theModuleDeniesWhatRbacWouldAllow() {
    assertThat(frozen.run("auth", "can-i", "list", "pods", "--as=carol").ok()).isEqualTo("yes");
    assertThat(frozen.run("create", "configmap", "a", "--as=carol").refused())
        .isEqualTo(
            "error: failed to create configmap: configmaps is forbidden: User \"carol\" cannot"
                + " create resource \"configmaps\" in API group \"\" in the namespace"
                + " \"blue-frozen\": namespace blue-frozen is frozen");
  }

  @Test
  void whereTheModuleIsSilentRbacDecides() {
    assertThat(blue.run("auth", "can-i", "create", "pods", "--as=carol").ok()).isEqualTo("yes");
    assertThat(blue.run("auth", "can-i", "create", "pods", "--as=dave").out()).isEqualTo("no\n");
  }

  @Test
  void theListOfRulesSaysThatItIsIncomplete() {
    assertThat(blue.run("auth", "can-i", "--list", "--as=carol").err())
        .isEqualTo(
            "Warning: the list may be incomplete: TeamNamespaces authorizer does not support user"
                + " rule resolution\n");
  }

  @Test
  void anUnknownModeListsThoseThatWereFound(@TempDir Path other) {
    assertThatThrownBy(() -> with(other, "Team"))
        .hasMessage(
            "authorization-mode \"Team\" is not a valid mode: choose from ABAC, AlwaysAllow,"
                + " AlwaysDeny, Node, RBAC, Webhook, TeamNamespaces");
  }
}
