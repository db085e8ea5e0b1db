package dev.muster.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workloads in a unit test: pods run, as far as anybody can see. */
class SimulatedNodesTest {
  @RegisterExtension
  static final MusterExtension MUSTER = new MusterExtension().simulatingNodes("east", "west");

  private static final Map<String, String> LABELS = Map.of("app", "web");

  @Test
  void aDeploymentsPodsRunFailAndAreReplaced(MusterCluster cluster) {
    try (KubernetesClient admin = client(cluster.kubeconfig())) {
      admin.apps().deployments().inNamespace("default").resource(deployment().build()).create();
      admin
          .apps()
          .deployments()
          .inNamespace("default")
          .withName("web")
          .waitUntilCondition(
              found ->
                  found.getStatus() != null
                      && Integer.valueOf(2).equals(found.getStatus().getAvailableReplicas()),
              30,
              TimeUnit.SECONDS);
      List<Pod> pods = pods(admin);
      assertThat(pods)
          .allSatisfy(
              pod -> {
                assertThat(pod.getSpec().getNodeName()).isIn("east", "west");
                ContainerStatus status = pod.getStatus().getContainerStatuses().getFirst();
                assertThat(status.getUser().getLinux().getUid()).isEqualTo(1000);
                assertThat(status.getUser().getLinux().getSupplementalGroups())
                    .containsExactly(2000L);
              });
      String failing = pods.getFirst().getMetadata().getName();
      admin
          .pods()
          .inNamespace("default")
          .withName(failing)
          .edit(
              pod -> {
                pod.getMetadata()
                    .setAnnotations(
                        Map.of(
                            "simulate.muster.dev/phase", "Failed",
                            "simulate.muster.dev/exit-code", "3"));
                return pod;
              });
      admin
          .pods()
          .inNamespace("default")
          .withName(failing)
          .waitUntilCondition(
              pod ->
                  pod.getStatus().getPhase().equals("Failed")
                      && pod.getStatus()
                              .getContainerStatuses()
                              .getFirst()
                              .getState()
                              .getTerminated()
                              .getExitCode()
                          == 3,
              30,
              TimeUnit.SECONDS);
      admin
          .pods()
          .inNamespace("default")
          .withLabels(LABELS)
          .informOnCondition(all -> all.stream().filter(SimulatedNodesTest::isRunning).count() == 2)
          .orTimeout(30, TimeUnit.SECONDS)
          .join();
    }
  }

  private static boolean isRunning(Pod pod) {
    return pod.getStatus().getPhase().equals("Running");
  }

  private static List<Pod> pods(KubernetesClient admin) {
    return admin.pods().inNamespace("default").withLabels(LABELS).list().getItems();
  }

  private static DeploymentBuilder deployment() {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName("web")
        .endMetadata()
        .withNewSpec()
        .withReplicas(2)
        .withNewSelector()
        .withMatchLabels(LABELS)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(LABELS)
        .endMetadata()
        .withNewSpec()
        .withNewSecurityContext()
        .withRunAsUser(1000L)
        .withRunAsGroup(2000L)
        .withSupplementalGroupsPolicy("Strict")
        .endSecurityContext()
        .addNewContainer()
        .withName("c")
        .withImage("web:1")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec();
  }

  private static KubernetesClient client(String kubeconfig) {
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
  }
}
