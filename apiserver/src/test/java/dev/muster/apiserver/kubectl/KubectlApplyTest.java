package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubectl apply, on both sides, and diff. */
@MostlyWaits
class KubectlApplyTest {
  private static final String COLOURS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: %s, labels: {app: paint}}
      data: {colour: %s, size: "1"}
      """;
  private static final String TWO_CONTAINERS =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: two}
      spec:
        replicas: 1
        selector: {matchLabels: {app: two}}
        template:
          metadata: {labels: {app: two}}
          spec: {containers: [{name: c, image: "img:1"}, {name: d, image: "img:1"}]}
      """;

  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("apply");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Run apply(String yaml, String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "apply";
    arguments[1] = "-f";
    arguments[2] = "-";
    System.arraycopy(more, 0, arguments, 3, more.length);
    return kubectl.piped(yaml, arguments);
  }

  @Test
  void onTheClientsSideCreatesThenKeepsThenConfigures() {
    String red = COLOURS.formatted("client", "red");
    assertThat(apply(red).ok()).isEqualTo("configmap/client created");
    assertThat(apply(red).ok()).isEqualTo("configmap/client unchanged");
    assertThat(apply(COLOURS.formatted("client", "blue")).ok())
        .isEqualTo("configmap/client configured");
    assertThat(kubectl.run("get", "cm", "client", "-o", "jsonpath={.data}").ok())
        .isEqualTo("{\"colour\":\"blue\",\"size\":\"1\"}");
  }

  @Test
  void onTheClientsSideTakesAwayAContainerThatIsNoLongerThere() {
    assertThat(apply(TWO_CONTAINERS).ok()).isEqualTo("deployment.apps/two created");
    String one = TWO_CONTAINERS.replace(", {name: d, image: \"img:1\"}", "");
    assertThat(apply(one).ok()).isEqualTo("deployment.apps/two configured");
    assertThat(
            kubectl.run("get", "deploy", "two", "-o", "jsonpath={.spec.template.spec..name}").ok())
        .isEqualTo("c");
  }

  @Test
  void onTheServersSideTellsWhoOwnsAField() {
    assertThat(apply(COLOURS.formatted("server", "red"), "--server-side").ok())
        .isEqualTo("configmap/server serverside-applied");
    String green = COLOURS.formatted("server", "green");
    assertThat(apply(green, "--server-side", "--field-manager=painter").refused())
        .startsWith(
            "error: Apply failed with 1 conflict: conflict with \"kubectl\": .data.colour\n");
    assertThat(apply(green, "--server-side", "--field-manager=painter", "--force-conflicts").ok())
        .isEqualTo("configmap/server serverside-applied");
    assertThat(
            kubectl
                .run(
                    "get",
                    "cm",
                    "server",
                    "--show-managed-fields",
                    "-o",
                    "jsonpath={range .metadata.managedFields[*]}{.manager} {.operation}"
                        + " {.fieldsV1.f:data}{\"\\n\"}{end}")
                .ok()
                .lines())
        .containsExactlyInAnyOrder(
            "kubectl Apply {\"f:size\":{}}", "painter Apply {\"f:colour\":{},\"f:size\":{}}");
  }

  @Test
  void aFieldThatItsOnlyManagerGivesUpGoesAway() {
    apply(COLOURS.formatted("given-up", "red"), "--server-side").ok();
    String without = COLOURS.formatted("given-up", "red").replace("colour: red, ", "");
    apply(without, "--server-side").ok();
    assertThat(kubectl.run("get", "cm", "given-up", "-o", "jsonpath={.data}").ok())
        .isEqualTo("{\"size\":\"1\"}");
  }

  @Test
  void theServersSideTakesOverFromTheClients() {
    apply(COLOURS.formatted("moved", "red")).ok();
    assertThat(apply(COLOURS.formatted("moved", "blue"), "--server-side").ok())
        .isEqualTo("configmap/moved serverside-applied");
    assertThat(kubectl.run("get", "cm", "moved", "-o", "jsonpath={.data.colour}").ok())
        .isEqualTo("blue");
  }

  @Test
  void aDryRunOnTheServerLeavesEverythingAsItWas() {
    apply(COLOURS.formatted("dry", "red")).ok();
    assertThat(apply(COLOURS.formatted("dry", "blue"), "--dry-run=server").ok())
        .isEqualTo("configmap/dry configured (server dry run)");
    assertThat(kubectl.run("get", "cm", "dry", "-o", "jsonpath={.data.colour}").ok())
        .isEqualTo("red");
  }

  @Test
  void diffShowsWhatWouldChange() {
    String red = COLOURS.formatted("compared", "red");
    apply(red).ok();
    assertThat(kubectl.piped(red, "diff", "-f", "-").ok()).isEmpty();
    Run changed = kubectl.piped(COLOURS.formatted("compared", "blue"), "diff", "-f", "-");
    assertThat(changed.exit()).isEqualTo(1);
    assertThat(changed.out()).contains("\n-  colour: red\n+  colour: blue\n   size: \"1\"\n");
  }

  @Test
  void appliesSeveralObjectsAtOnce() {
    String both = COLOURS.formatted("first", "red") + "---\n" + COLOURS.formatted("second", "red");
    assertThat(apply(both).ok().lines())
        .containsExactly("configmap/first created", "configmap/second created");
  }

  @Test
  void prunesWhatIsNoLongerApplied() {
    Kubectl alone = kubectl.inNew("pruned");
    String both = COLOURS.formatted("kept", "red") + "---\n" + COLOURS.formatted("dropped", "red");
    alone.piped(both, "apply", "-f", "-").ok();
    assertThat(
            alone
                .piped(
                    COLOURS.formatted("kept", "red"),
                    "apply",
                    "-f",
                    "-",
                    "--prune",
                    "-l",
                    "app=paint",
                    "--prune-allowlist=core/v1/ConfigMap")
                .ok()
                .lines())
        .containsExactly("configmap/kept unchanged", "configmap/dropped pruned");
  }
}
