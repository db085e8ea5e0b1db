package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubectl as it is, with a server's address below which lists are what one may see. */
@MostlyWaits
class KubectlFilteredTest {
  private static RunningServer server;
  private static Kubectl kubectl;
  private static String filtered;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory);
    filtered = "--server=" + server.url() + "/access.muster.dev/filter";
    for (String namespace : new String[] {"shop", "vault"}) {
      kubectl.run("create", "namespace", namespace).ok();
      kubectl.run("create", "configmap", "prices", "-n", namespace).ok();
    }
    kubectl
        .run(
            "create",
            "clusterrole",
            "viewer",
            "--verb=get,list,watch",
            "--resource=configmaps,namespaces")
        .ok();
    kubectl
        .run("create", "rolebinding", "viewer", "--clusterrole=viewer", "--user=ann", "-n", "shop")
        .ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void getsWhatOneMaySee() {
    assertThat(kubectl.run("get", "configmaps", "-A", "--as=ann").refused())
        .startsWith("Error from server (Forbidden): configmaps is forbidden: User \"ann\"");
    assertThat(kubectl.run(filtered, "get", "configmaps", "-A", "--as=ann", "-o", "name").ok())
        .isEqualTo("configmap/prices");
    assertThat(kubectl.run(filtered, "get", "namespaces", "--as=ann").rows())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("shop|Active");
    assertThat(kubectl.run(filtered, "get", "configmaps", "-A", "--as=nobody").err())
        .isEqualTo("No resources found\n");
    assertThat(
            kubectl
                .run("get", "--as=ann", "--raw", "/api/v1/configmaps?access.muster.dev/filter=true")
                .ok())
        .contains("shop")
        .doesNotContain("vault");
  }

  /** The first change is of what is seen from the beginning: kubectl lists before it watches. */
  @Test
  void watchesRightsComeAndGo() throws Exception {
    bind("shop");
    Process watch =
        kubectl.start(
            filtered, "get", "configmaps", "-A", "--as=bob", "--watch", "--output-watch-events");
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(watch.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).startsWith("EVENT");
      assertThat(lines.readLine()).matches("ADDED +shop +prices .*");
      kubectl.run("label", "configmap", "prices", "of=today", "-n", "shop").ok();
      assertThat(lines.readLine()).matches("MODIFIED +shop +prices .*");
      bind("vault");
      assertThat(lines.readLine()).matches("ADDED +vault +prices .*");
      kubectl.run("delete", "rolebinding", "bob", "-n", "vault").ok();
      assertThat(lines.readLine()).matches("DELETED +vault +prices .*");
    } finally {
      watch.destroy();
    }
  }

  private static void bind(String namespace) {
    kubectl
        .run("create", "rolebinding", "bob", "--clusterrole=viewer", "--user=bob", "-n", namespace)
        .ok();
  }
}
