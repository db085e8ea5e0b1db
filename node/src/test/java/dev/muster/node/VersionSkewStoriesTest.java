package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.kubectl.Kubectl;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * KEP-3619's version-skew matrix where the runtime lacks the feature, played by Debian's containerd
 * 1.6: kubelets of each stage, with the gate on and off. {@code GroupsPolicySupportTest} has the
 * whole matrix.
 */
@ExtendWith(OnContainerd.class)
@Execution(ExecutionMode.SAME_THREAD)
class VersionSkewStoriesTest {
  private static final String REJECTIONS =
      "kubelet_admission_rejections_total{reason=\"SupplementalGroupsPolicyNotSupported\"} 1";

  private final Stories pods;
  private final Kubectl kubectl;

  VersionSkewStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  /** An agent that is ready has no report under way that could come after the next agent's. */
  @AfterEach
  void beTheNewestAgain() throws Exception {
    emulate(35, true);
  }

  private void emulate(int minor, boolean gate) throws Exception {
    pods.cluster().stopAgent();
    pods.cluster().emulate(minor, gate);
    pods.cluster().startAgentAgain();
    assertThat(pods.cluster().agent().awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @ParameterizedTest(name = "1.{0}, gate {1}: {2} is {3}, the node tells {4}")
  @CsvSource(
      nullValues = "-",
      value = {
        // version, gate, policy, outcome, node.status.features
        "30, false, Strict, Merge,    ''",
        "31, true,  Strict, Merge,    '{\"supplementalGroupsPolicy\":false}'",
        "32, false, Strict, Merge,    ''",
        "33, true,  Strict, rejected, '{\"supplementalGroupsPolicy\":false}'",
        "33, true,  Merge,  Merge,    '{\"supplementalGroupsPolicy\":false}'",
        "34, false, Strict, rejected, ''"
      })
  void withoutTheFeature(int minor, boolean gate, String policy, String outcome, String features)
      throws Exception {
    emulate(minor, gate);
    assertThat(kubectl.get("node node-a", "{.status.features}")).isEqualTo(features);
    String name = "skew-" + minor + "-" + gate + "-" + (policy.equals("Strict") ? "s" : "m");
    pods.run(
        name,
        """
        nodeName: node-a
        securityContext: {runAsUser: 1000, runAsGroup: 1000, supplementalGroupsPolicy: %s}
        containers: [{name: main, image: "muster.test/alice:1"}]
        """
            .formatted(policy));
    if (outcome.equals("rejected")) {
      kubectl.await("pod " + name, "{.status.phase}", "Failed"::equals);
      assertThat(kubectl.get("pod " + name, "{.status.reason}"))
          .isEqualTo("SupplementalGroupsPolicyNotSupported");
      pods.awaitEvent(name, "Error: SupplementalGroupsPolicy is not supported in this node.");
      assertThat(pods.cluster().agent().metrics()).contains(REJECTIONS, "kubelet_running_pods 0");
      staysRejectedUnderTheNextAgent(name);
    } else {
      pods.runs(name);
      assertThat(pods.exec(name, "id", "-G")).isEqualTo("1000 50000");
      assertThat(pods.cluster().agent().metrics())
          .contains("kubelet_running_pods 1", "kubelet_desired_pods{static=\"\"} 1")
          .doesNotContain(REJECTIONS);
    }
    assertThat(kubectl.get("pod " + name, "{.status.containerStatuses[0].user}")).isEmpty();
    pods.gone(name);
  }

  /** Another pod that runs shows that the next agent has looked at this one. */
  private void staysRejectedUnderTheNextAgent(String name) throws Exception {
    pods.cluster().stopAgent();
    pods.cluster().startAgentAgain();
    pods.run(name + "-after", "containers: [{name: main, image: \"muster.test/alice:1\"}]");
    pods.runs(name + "-after");
    assertThat(kubectl.run("get", "pod", name).ok())
        .contains("SupplementalGroupsPolicyNotSupported");
    assertThat(kubectl.get("pod " + name, "{.status.containerStatuses}")).isEmpty();
    pods.gone(name + "-after");
  }

  /** KEP-3619's way around nodes without the feature: labels of nodes, and selectors of pods. */
  @Test
  void aPodThatWaitsForANodesLabelRunsWhenTheNodeHasIt() {
    String label = "supplementalgroupspolicy-supported";
    String spec =
        """
        nodeSelector: {%s: "true"}
        containers: [{name: main, image: "muster.test/alice:1"}]
        """
            .formatted(label);
    pods.run("picky", spec);
    kubectl.await(
        "pod picky",
        "{.status.conditions[?(@.type=='PodScheduled')].reason}",
        "Unschedulable"::equals);
    kubectl.run("label", "node", "node-a", label + "=true").ok();
    pods.run("picky-too", spec);
    pods.runs("picky");
    pods.runs("picky-too");
    kubectl.run("label", "node", "node-a", label + "-").ok();
    pods.gone("picky");
    pods.gone("picky-too");
  }
}
