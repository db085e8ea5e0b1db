package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** kubectl wait: each begins to wait before what it waits for has happened. */
@Timeout(120)
@MostlyWaits
class KubectlWaitTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("wait");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void forACondition() throws Exception {
    kubectl.run("run", "p", "--image=nginx").ok();
    Process waiting = kubectl.start("wait", "--for=condition=Ready", "pod/p", "--timeout=60s");
    kubectl
        .run(
            "patch",
            "pod",
            "p",
            "--subresource=status",
            "-p",
            "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}")
        .ok();
    assertThat(waiting.inputReader().readLine()).isEqualTo("pod/p condition met");
    assertThat(waiting.waitFor()).isZero();
  }

  @Test
  void forADeletion() throws Exception {
    kubectl.run("create", "cm", "gone").ok();
    Process waiting = kubectl.start("wait", "--for=delete", "cm/gone", "--timeout=60s");
    kubectl.run("delete", "cm", "gone").ok();
    assertThat(waiting.waitFor()).isZero();
  }

  @Test
  void forAValue() throws Exception {
    kubectl.run("create", "cm", "valued", "--from-literal=a=1").ok();
    Process waiting =
        kubectl.start("wait", "--for=jsonpath={.data.a}=2", "cm/valued", "--timeout=60s");
    kubectl.run("patch", "cm", "valued", "-p", "{\"data\":{\"a\":\"2\"}}").ok();
    assertThat(waiting.inputReader().readLine()).isEqualTo("configmap/valued condition met");
    assertThat(waiting.waitFor()).isZero();
  }

  @Test
  void givesUp() {
    kubectl.run("run", "never", "--image=nginx").ok();
    assertThat(kubectl.run("wait", "--for=condition=Ready", "pod/never", "--timeout=1s").refused())
        .isEqualTo("error: timed out waiting for the condition on pods/never");
  }
}
