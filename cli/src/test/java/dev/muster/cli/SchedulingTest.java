package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.testing.kubectl.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods are bound to nodes wherever the scheduler runs. */
class SchedulingTest {
  private static final String NODE_AND_POD =
      """
      apiVersion: v1
      kind: List
      items:
      - {apiVersion: v1, kind: Node, metadata: {name: far}}
      - {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}
      """;

  @TempDir Path directory;

  private ServerConfig config() {
    return ServerConfig.in(directory.resolve("data"))
        .onPort(0)
        .with(Authorization.by("Node", "RBAC"))
        .with(Admission.without("ServiceAccount", "TaintNodesByCondition"));
  }

  private void bindsPods(Path kubeconfig) throws Exception {
    Kubectl kubectl = Kubectl.on(kubeconfig, Files.createDirectories(directory.resolve("home")));
    kubectl.piped(NODE_AND_POD, "create", "-f", "-").ok();
    kubectl
        .run(
            "patch",
            "node",
            "far",
            "--subresource=status",
            "-p",
            "{\"status\":{\"allocatable\":{\"cpu\":\"1\",\"memory\":\"1Gi\",\"pods\":\"5\"}}}")
        .ok();
    kubectl.run("wait", "--for=jsonpath={.spec.nodeName}=far", "pod/p", "--timeout=60s").ok();
    assertThat(kubectl.run("get", "events").ok())
        .contains("Successfully assigned default/p to far");
  }

  @Test
  void inAClusterWithoutANodeOfItsOwn() throws Exception {
    LocalCluster cluster = LocalCluster.withoutNode(config());
    try {
      bindsPods(cluster.server().kubeconfig());
    } finally {
      cluster.stop(false);
    }
  }

  @Test
  void byASchedulerOfItsOwn() throws Exception {
    try (ApiServer server = ApiServer.start(config())) {
      Path kubeconfig =
          Files.writeString(
              directory.resolve("scheduler.kubeconfig"),
              server.kubeconfigFor("system:kube-scheduler", List.of("system:authenticated")));
      Process scheduler =
          MusterProgram.command()
              .command("scheduler", "--kubeconfig", kubeconfig.toString())
              .inheritIO()
              .start();
      try {
        bindsPods(server.kubeconfig());
      } finally {
        scheduler.destroy();
        scheduler.waitFor();
      }
    }
  }
}
