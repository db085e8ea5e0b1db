package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that change what exists: patch, edit, label, annotate, replace, scale, set. */
@MostlyWaits
class KubectlEditTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("edit");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void configMap(String name) {
    kubectl.run("create", "cm", name, "--from-literal=a=1", "--from-literal=b=2").ok();
  }

  private static String data(String name) {
    return kubectl.run("get", "cm", name, "-o", "jsonpath={.data}").ok();
  }

  @Test
  void jsonPatch() {
    configMap("json");
    assertThat(
            kubectl
                .run(
                    "patch",
                    "cm",
                    "json",
                    "--type=json",
                    "-p",
                    "[{\"op\":\"add\",\"path\":\"/data/c\",\"value\":\"3\"},"
                        + "{\"op\":\"remove\",\"path\":\"/data/a\"}]")
                .ok())
        .isEqualTo("configmap/json patched");
    assertThat(data("json")).isEqualTo("{\"b\":\"2\",\"c\":\"3\"}");
  }

  @Test
  void jsonPatchWhoseTestFailsChangesNothing() {
    configMap("tested");
    assertThat(
            kubectl
                .run(
                    "patch",
                    "cm",
                    "tested",
                    "--type=json",
                    "-p",
                    "[{\"op\":\"remove\",\"path\":\"/data/b\"},"
                        + "{\"op\":\"test\",\"path\":\"/data/a\",\"value\":\"9\"}]")
                .refused())
        .isEqualTo(
            "The request is invalid: the server rejected our request due to an error in our"
                + " request");
    assertThat(data("tested")).isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
  }

  @Test
  void mergePatch() {
    configMap("merge");
    assertThat(
            kubectl
                .run("patch", "cm", "merge", "--type=merge", "-p", "{\"data\":{\"a\":null}}")
                .ok())
        .isEqualTo("configmap/merge patched");
    assertThat(data("merge")).isEqualTo("{\"b\":\"2\"}");
    assertThat(kubectl.run("patch", "cm", "merge", "--type=merge", "-p", "{}").ok())
        .isEqualTo("configmap/merge patched (no change)");
  }

  @Test
  void strategicMergePatchFindsAContainerByItsName() {
    kubectl.run("create", "deployment", "strategic", "--image=one:1", "--image=two:1").ok();
    assertThat(
            kubectl
                .run(
                    "patch",
                    "deployment",
                    "strategic",
                    "-p",
                    "{\"spec\":{\"template\":{\"spec\":{\"containers\":"
                        + "[{\"name\":\"two\",\"image\":\"two:2\"}]}}}}")
                .ok())
        .isEqualTo("deployment.apps/strategic patched");
    assertThat(images("strategic")).isEqualTo("one:1 two:2");
  }

  @Test
  void patchesTheStatusAlone() {
    kubectl.run("run", "status", "--image=i").ok();
    assertThat(
            kubectl
                .run(
                    "patch",
                    "pod",
                    "status",
                    "--subresource=status",
                    "--type=merge",
                    "-p",
                    "{\"status\":{\"message\":\"hello\"}}")
                .ok())
        .isEqualTo("pod/status patched");
    assertThat(kubectl.run("get", "pod", "status", "-o", "jsonpath={.status.message}").ok())
        .isEqualTo("hello");
  }

  @Test
  void editsInAnEditor() {
    configMap("edited");
    Run edited =
        kubectl.piped(
            "", Map.of("KUBE_EDITOR", "sed -i s/\\\"2\\\"/three/"), "edit", "cm", "edited");
    assertThat(edited.ok()).isEqualTo("configmap/edited edited");
    assertThat(data("edited")).isEqualTo("{\"a\":\"1\",\"b\":\"three\"}");
  }

  @Test
  void labels() {
    configMap("labelled");
    assertThat(kubectl.run("label", "cm", "labelled", "tier=front").ok())
        .isEqualTo("configmap/labelled labeled");
    assertThat(kubectl.run("label", "cm", "labelled", "tier=back").refused())
        .isEqualTo("error: 'tier' already has a value (front), and --overwrite is false");
    assertThat(kubectl.run("label", "cm", "labelled", "tier=back", "--overwrite").ok())
        .isEqualTo("configmap/labelled labeled");
    assertThat(kubectl.run("get", "cm", "-l", "tier=back", "-o", "name").ok())
        .isEqualTo("configmap/labelled");
    assertThat(kubectl.run("label", "cm", "labelled", "tier-").ok())
        .isEqualTo("configmap/labelled unlabeled");
  }

  @Test
  void annotates() {
    configMap("annotated");
    assertThat(kubectl.run("annotate", "cm", "annotated", "note=hi").ok())
        .isEqualTo("configmap/annotated annotated");
    assertThat(kubectl.run("get", "cm", "annotated", "-o", "jsonpath={.metadata.annotations}").ok())
        .isEqualTo("{\"note\":\"hi\"}");
    assertThat(kubectl.run("annotate", "cm", "annotated", "note-").ok())
        .isEqualTo("configmap/annotated annotated");
  }

  @Test
  void replaces() {
    configMap("replaced");
    String next = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: replaced}\ndata: {only: '1'}";
    assertThat(kubectl.piped(next, "replace", "-f", "-").ok())
        .isEqualTo("configmap/replaced replaced");
    assertThat(data("replaced")).isEqualTo("{\"only\":\"1\"}");
    assertThat(kubectl.piped(next.replace("replaced", "absent"), "replace", "-f", "-").refused())
        .isEqualTo(
            "Error from server (NotFound): error when replacing \"STDIN\": configmaps \"absent\""
                + " not found");
  }

  @Test
  void replacingAnOldVersionIsAConflict() {
    configMap("raced");
    String old = kubectl.run("get", "cm", "raced", "-o", "json").ok();
    kubectl.run("label", "cm", "raced", "x=y").ok();
    assertThat(kubectl.piped(old, "replace", "-f", "-").refused())
        .isEqualTo(
            "Error from server (Conflict): error when replacing \"STDIN\": Operation cannot be"
                + " fulfilled on configmaps \"raced\": the object has been modified; please apply"
                + " your changes to the latest version and try again");
  }

  @Test
  void scales() {
    kubectl.run("create", "deployment", "scaled", "--image=i").ok();
    assertThat(kubectl.run("scale", "deployment", "scaled", "--replicas=3").ok())
        .isEqualTo("deployment.apps/scaled scaled");
    assertThat(
            kubectl
                .run("scale", "deployment", "scaled", "--replicas=4", "--current-replicas=9")
                .refused())
        .isEqualTo("error: Expected replicas to be 9, was 3");
    assertThat(kubectl.run("get", "deployment", "scaled", "-o", "jsonpath={.spec.replicas}").ok())
        .isEqualTo("3");
  }

  @Test
  void setsAnImage() {
    kubectl.run("create", "deployment", "set", "--image=app:1").ok();
    assertThat(kubectl.run("set", "image", "deployment/set", "app=app:2").ok())
        .isEqualTo("deployment.apps/set image updated");
    assertThat(images("set")).isEqualTo("app:2");
  }

  private static String images(String deployment) {
    return kubectl
        .run(
            "get",
            "deployment",
            deployment,
            "-o",
            "jsonpath={.spec.template.spec.containers[*].image}")
        .ok();
  }
}
