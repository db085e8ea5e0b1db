package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** kubectl get in its forms. */
@Timeout(120)
@MostlyWaits
class KubectlGetTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("get");
    for (int i = 1; i <= 5; i++) {
      kubectl.run("create", "cm", "c" + i, "--from-literal=num=" + i).ok();
    }
    kubectl.run("label", "cm", "c2", "c4", "even=true").ok();
    kubectl.run("run", "p", "--image=nginx", "--labels=app=web").ok();
    kubectl.run("create", "deployment", "web", "--image=nginx", "--replicas=2").ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void tables() {
    assertThat(kubectl.run("get", "cm", "c1", "c2").rows())
        .containsExactly("NAME|DATA|AGE", "c1|1|<age>", "c2|1|<age>");
    assertThat(kubectl.run("get", "pods").rows())
        .containsExactly("NAME|READY|STATUS|RESTARTS|AGE", "p|0/1|Pending|0|<age>");
    assertThat(kubectl.run("get", "deployments").rows())
        .containsExactly("NAME|READY|UP-TO-DATE|AVAILABLE|AGE", "web|0/2|0|0|<age>");
    assertThat(kubectl.run("get", "deployment", "web", "--subresource=scale").rows())
        .containsExactly("NAME|DESIRED|AVAILABLE|AGE", "web|2|0|<age>");
  }

  @Test
  void wideTables() {
    assertThat(kubectl.run("get", "pods", "-o", "wide").rows())
        .containsExactly(
            "NAME|READY|STATUS|RESTARTS|AGE|IP|NODE|NOMINATED NODE|READINESS GATES",
            "p|0/1|Pending|0|<age>|<none>|<none>|<none>|<none>");
    assertThat(kubectl.run("get", "deploy", "-o", "wide").rows())
        .containsExactly(
            "NAME|READY|UP-TO-DATE|AVAILABLE|AGE|CONTAINERS|IMAGES|SELECTOR",
            "web|0/2|0|0|<age>|nginx|nginx|app=web");
  }

  @Test
  void severalKindsAtOnce() {
    assertThat(kubectl.run("get", "pods,deployments", "--show-labels").rows())
        .containsExactly(
            "NAME|READY|STATUS|RESTARTS|AGE|LABELS",
            "pod/p|0/1|Pending|0|<age>|app=web",
            "",
            "NAME|READY|UP-TO-DATE|AVAILABLE|AGE|LABELS",
            "deployment.apps/web|0/2|0|0|<age>|app=web");
  }

  @Test
  void yaml() {
    assertThat(kubectl.run("get", "cm", "c1", "-o", "yaml").ok().lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("apiVersion: v1"),
            line -> assertThat(line).isEqualTo("data:"),
            line -> assertThat(line).isEqualTo("  num: \"1\""),
            line -> assertThat(line).isEqualTo("kind: ConfigMap"),
            line -> assertThat(line).isEqualTo("metadata:"),
            line -> assertThat(line).matches("  creationTimestamp: \"[-0-9]+T[:0-9]+Z\""),
            line -> assertThat(line).isEqualTo("  name: c1"),
            line -> assertThat(line).isEqualTo("  namespace: get"),
            line -> assertThat(line).matches("  resourceVersion: \"\\d+\""),
            line -> assertThat(line).matches("  uid: [-0-9a-f]{36}"));
  }

  @Test
  void jsonPathAndCustomColumns() {
    assertThat(kubectl.run("get", "cm", "-l", "even", "-o", "jsonpath={.items[*].data.num}").ok())
        .isEqualTo("2 4");
    assertThat(
            kubectl
                .run(
                    "get",
                    "cm",
                    "-l",
                    "even",
                    "-o",
                    "custom-columns=WHO:.metadata.name,N:.data.num")
                .rows())
        .containsExactly("WHO|N", "c2|2", "c4|4");
  }

  @Test
  void labelSelectors() {
    assertThat(kubectl.run("get", "cm", "-l", "even=true", "-o", "name").ok().lines())
        .containsExactly("configmap/c2", "configmap/c4");
    assertThat(kubectl.run("get", "cm", "-l", "even!=true", "-o", "name").ok().lines())
        .containsExactly("configmap/c1", "configmap/c3", "configmap/c5");
    assertThat(kubectl.run("get", "cm", "-l", "even in (true, maybe)", "-o", "name").ok().lines())
        .containsExactly("configmap/c2", "configmap/c4");
  }

  @Test
  void fieldSelectors() {
    assertThat(kubectl.run("get", "cm", "--field-selector=metadata.name=c3", "-o", "name").ok())
        .isEqualTo("configmap/c3");
    assertThat(
            kubectl.run("get", "pods", "--field-selector=status.phase=Pending", "-o", "name").ok())
        .isEqualTo("pod/p");
    assertThat(kubectl.run("get", "pods", "--field-selector=status.phase=Running").err())
        .isEqualTo("No resources found in get namespace.\n");
    assertThat(kubectl.run("get", "pods", "--field-selector=spec.colour=red").refused())
        .isEqualTo(
            "Error from server (BadRequest): Unable to find \"/v1, Resource=pods\" that match label"
                + " selector \"\", field selector \"spec.colour=red\": field label not supported:"
                + " spec.colour");
  }

  /** In the order of the stored keys, where "-" comes before the "/" that ends a namespace. */
  @Test
  void allNamespaces() {
    Kubectl other = kubectl.inNew("get-other");
    other.run("run", "q", "--image=nginx").ok();
    assertThat(kubectl.run("get", "pods", "-A").rows())
        .containsExactly(
            "NAMESPACE|NAME|READY|STATUS|RESTARTS|AGE",
            "get-other|q|0/1|Pending|0|<age>",
            "get|p|0/1|Pending|0|<age>");
  }

  @Test
  void chunksOfTwoMakeThreeRequests() {
    Run run = kubectl.run("get", "cm", "--chunk-size=2", "-o", "name", "-v=6");
    assertThat(run.ok().lines())
        .containsExactly(
            "configmap/c1", "configmap/c2", "configmap/c3", "configmap/c4", "configmap/c5");
    assertThat(run.err().lines().filter(line -> line.contains("/configmaps?"))).hasSize(3);
  }

  @Test
  void sorts() {
    assertThat(kubectl.run("get", "cm", "--sort-by=.data.num", "-o", "name").ok().lines())
        .startsWith("configmap/c1", "configmap/c2");
  }

  @Test
  void namespacesAndNodes() {
    assertThat(kubectl.run("get", "ns", "default").rows())
        .containsExactly("NAME|STATUS|AGE", "default|Active|<age>");
    assertThat(kubectl.run("get", "nodes").err()).isEqualTo("No resources found\n");
  }

  @Test
  void whatDoesNotExist() {
    assertThat(kubectl.run("get", "cm", "nope").refused())
        .isEqualTo("Error from server (NotFound): configmaps \"nope\" not found");
    assertThat(kubectl.run("get", "cm", "nope", "--ignore-not-found").ok()).isEmpty();
  }

  @Test
  void watchShowsAnEventThatArrives() throws IOException {
    Kubectl other = kubectl.inNew("get-watched");
    other.run("create", "cm", "first").ok();
    Process watch = other.start("get", "cm", "--watch");
    try (BufferedReader lines = watch.inputReader()) {
      assertThat(Run.row(lines.readLine())).isEqualTo("NAME|DATA|AGE");
      assertThat(Run.row(lines.readLine())).isEqualTo("first|0|<age>");
      other.run("create", "cm", "second", "--from-literal=a=b").ok();
      assertThat(Run.row(lines.readLine())).isEqualTo("second|1|<age>");
      other.run("delete", "cm", "first").ok();
      assertThat(Run.row(lines.readLine())).isEqualTo("first|0|<age>");
    } finally {
      watch.destroy();
    }
  }
}
