package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.testing.kubectl.Kubectl;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Controllers in a process of their own, for a server that has none. */
class ControllersAloneTest {
  @Test
  void makePodsForAServerThatRunsNone(@TempDir Path directory) throws Exception {
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .onPort(0)
            .with(Admission.without("ServiceAccount"));
    try (ApiServer server = ApiServer.start(config)) {
      Kubectl kubectl =
          Kubectl.on(server.kubeconfig(), Files.createDirectories(directory.resolve("home")));
      Process controllers = start(server, "--controllers=deployment,replicaset");
      try {
        kubectl.run("create", "deployment", "web", "--image=web:1", "--replicas=2").ok();
        kubectl
            .run("wait", "--for=jsonpath={.status.replicas}=2", "deployment/web", "--timeout=60s")
            .ok();
        assertThat(
                kubectl
                    .run(
                        "-n",
                        "kube-system",
                        "get",
                        "lease",
                        "kube-controller-manager",
                        "-o",
                        "jsonpath={.spec.holderIdentity}")
                    .ok())
            .isNotEmpty();
        kubectl.run("create", "job", "j", "--image=i").ok();
        assertThat(kubectl.run("get", "pods", "-l", "job-name=j", "-o", "name").ok()).isEmpty();
      } finally {
        controllers.destroy();
        controllers.waitFor();
      }
      assertThat(
              kubectl
                  .run(
                      "-n",
                      "kube-system",
                      "get",
                      "lease",
                      "kube-controller-manager",
                      "-o",
                      "jsonpath={.spec.holderIdentity}")
                  .ok())
          .isEmpty();
    }
  }

  @Test
  void aNameThatNobodyHasIsRefusedWithTheNamesThereAre(@TempDir Path directory) throws Exception {
    Path none = directory.resolve("kubeconfig");
    Process refused = process(none, "--controllers=deploymnt");
    String told = new String(refused.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(refused.waitFor()).isEqualTo(1);
    assertThat(told)
        .contains("--controllers: \"deploymnt\" is not in the list of known controllers")
        .contains("deployment-controller");
  }

  private static Process start(ApiServer server, String flag) throws Exception {
    return process(server.kubeconfig(), flag);
  }

  private static Process process(Path kubeconfig, String flag) throws Exception {
    return MusterProgram.command()
        .command("controllers", "--kubeconfig", kubeconfig.toString(), flag)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
