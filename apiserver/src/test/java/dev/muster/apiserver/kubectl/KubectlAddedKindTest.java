package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A kind that is added while the server runs, as kubectl sees it. */
@Timeout(120)
@MostlyWaits
class KubectlAddedKindTest {
  private static final String WIDGET =
      """
      apiVersion: example.com/v1
      kind: Widget
      metadata: {name: w}
      spec:
        size: 3
        parts: [{name: a, colour: red}]
      """;

  private Path directory;
  private RunningServer server;
  private Kubectl kubectl;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    this.directory = directory;
    restart();
  }

  private void restart() throws IOException {
    stop();
    server = RunningServer.withControllers(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void itIsServedLikeAnyOther() {
    assertThat(kubectl.run("get", "widgets").refused())
        .contains("the server doesn't have a resource type \"widgets\"");
    server.add(Widgets.kind());
    assertThat(kubectl.run("api-resources", "--api-group=example.com").ok())
        .containsPattern("widgets +wd +example.com/v1 +true +Widget");
    assertThat(kubectl.run("explain", "widget.spec", "--recursive").ok())
        .containsPattern("colour\\s+<string>")
        .containsPattern("size\\s+<integer>");
    kubectl.piped(WIDGET, "apply", "--server-side", "-f", "-").ok();
    assertThat(kubectl.run("get", "wd").ok()).containsPattern("NAME +CREATED AT\nw +20");
    assertThat(
            kubectl
                .piped(
                    WIDGET.replace("{name: a, colour: red}", "{name: b}"),
                    "apply",
                    "--server-side",
                    "--field-manager=other",
                    "-f",
                    "-")
                .ok())
        .isEqualTo("widget.example.com/w serverside-applied");
    assertThat(kubectl.run("get", "wd", "w", "-o=jsonpath={.spec.parts[*].name}").ok())
        .isEqualTo("a b");
    assertThat(kubectl.piped(WIDGET.replace("size", "sise"), "create", "-f", "-").refused())
        .contains("strict decoding error: unknown field \"spec.sise\"");
  }

  @Test
  void itsStatusAndItsGenerationAreItsOwn() {
    server.add(Widgets.kind());
    kubectl.piped(WIDGET + "status: {built: true}\n", "create", "-f", "-").ok();
    String state = "-o=jsonpath={.metadata.generation} {.status.built}";
    assertThat(kubectl.run("get", "wd", "w", state).ok()).isEqualTo("1");
    kubectl
        .run(
            "patch",
            "wd",
            "w",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"built\":true}}")
        .ok();
    kubectl.run("patch", "wd", "w", "--type=merge", "-p", "{\"spec\":{\"size\":4}}").ok();
    assertThat(kubectl.run("get", "wd", "w", state).ok()).isEqualTo("2 true");
  }

  @Test
  void aNamespaceTakesItsObjectsAlong() {
    server.add(Widgets.kind());
    Kubectl inside = kubectl.inNew("gone");
    inside.piped(WIDGET, "create", "-f", "-").ok();
    kubectl.run("delete", "namespace", "gone", "--timeout=60s").ok();
    kubectl.run("create", "namespace", "gone").ok();
    assertThat(inside.run("get", "wd").err()).contains("No resources found");
  }

  @Test
  void itsObjectsOutliveServersThatDoNotKnowIt() throws IOException {
    server.add(Widgets.kind());
    kubectl.piped(WIDGET, "create", "-f", "-").ok();
    String uid = kubectl.run("get", "wd", "w", "-o=jsonpath={.metadata.uid}").ok();
    restart();
    kubectl.run("get", "widgets").refused();
    String owned =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: %s
          ownerReferences: [{apiVersion: example.com/v1, kind: Widget, name: %s, uid: %s}]
        """;
    kubectl.piped(owned.formatted("kept", "w", uid), "create", "-f", "-").ok();
    kubectl.piped(owned.formatted("left", "none", "none"), "create", "-f", "-").ok();
    server.add(Widgets.kind());
    assertThat(kubectl.run("get", "wd", "w", "-o=jsonpath={.spec.size}").ok()).isEqualTo("3");
    kubectl.run("wait", "--for=delete", "configmap/left", "--timeout=60s").ok();
    kubectl.run("get", "configmap", "kept").ok();
  }
}
