package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * KEP-3619's version-skew matrix where the runtime has the feature: pods that were made while it
 * was on, under versions and gates that came after. Where the runtime lacks it, the node's own
 * tests have the rows.
 */
class VersionSkewTest {
  private static final String POD =
      """
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: %s}
      spec:
        terminationGracePeriodSeconds: 1
        securityContext: {runAsUser: 1000, supplementalGroups: [60000]%s}
        containers:
        - name: c
          image: muster.local/host-tools:1
          command: [sh, -c, "while [ ! -e /tmp/end ]; do sleep 0.05; done"]
      """;

  private static final String STRICT = "1000 60000";
  private static final String MERGE = "1000 50000 60000";

  @TempDir Path directory;

  @Test
  void aPodKeepsItsPolicyThroughUpgradesAndDowngrades() throws Exception {
    RunningUp up = start("1.33", true);
    up.kubectl()
        .piped(
            POD.formatted("strict", ", supplementalGroupsPolicy: Strict")
                + POD.formatted("merge", ", supplementalGroupsPolicy: Merge")
                + POD.formatted("unset", ""),
            "apply",
            "-f",
            "-")
        .ok();
    try {
      holds(up, STRICT, 0, true);
      up = again(up, "1.33", false, STRICT, 1);
      up = again(up, "1.31", true, STRICT, 2);
      up = again(up, "1.31", false, STRICT, 3);
      up = again(up, "1.35", true, STRICT, 4);
      up = again(up, "1.30", false, MERGE, 5);
    } finally {
      up.cluster().stop(false);
    }
    assertThat(up.leftovers("")).isEmpty();
  }

  private RunningUp start(String version, boolean gate) throws Exception {
    boolean settable = !version.equals("1.35") && !version.equals("1.30");
    String gates = settable ? "SupplementalGroupsPolicy=" + gate : "";
    return RunningUp.start(
        directory, new ApiFeatures(FeatureGates.of(KubeVersion.emulated(version), gates), true));
  }

  /** Another version takes over what runs, and starts it again when it ends. */
  private RunningUp again(
      RunningUp before, String version, boolean gate, String strict, int restarts)
      throws Exception {
    before.cluster().stop(true);
    RunningUp up = start(version, gate);
    for (String pod : new String[] {"strict", "merge", "unset"}) {
      // the command may be killed with the container that it ends: whether it was done, restarts
      // tell
      Run unused = up.kubectl().run("exec", pod, "--", "touch", "/tmp/end");
    }
    holds(up, strict, restarts, gate);
    assertThat(
            up.kubectl()
                .run("get", "node", "here", "-o", "jsonpath={.status.nodeInfo.kubeletVersion}")
                .ok())
        .isEqualTo("v" + version + ".0+muster");
    return up;
  }

  private static void holds(RunningUp up, String strict, int restarts, boolean reported)
      throws Exception {
    holds(up, "strict", strict, restarts, reported);
    holds(up, "merge", MERGE, restarts, reported);
    holds(up, "unset", MERGE, restarts, reported);
  }

  private static void holds(RunningUp up, String pod, String groups, int restarts, boolean reported)
      throws Exception {
    Kubectl kubectl = up.kubectl();
    String status = "{.status.containerStatuses[0]";
    Await.until(
        "restart " + restarts + " of " + pod,
        () ->
            kubectl
                .get(pod, status + ".restartCount} " + status + ".ready}")
                .equals(restarts + " true"));
    assertThat(kubectl.run("exec", pod, "--", "grep", "^Groups:", "/proc/1/status").ok().strip())
        .as(pod + " after restart " + restarts)
        .isEqualTo("Groups:\t" + groups);
    assertThat(kubectl.get(pod, status + ".user.linux.supplementalGroups}"))
        .as(pod + "'s user after restart " + restarts)
        .isEqualTo(reported ? "[" + groups.replace(' ', ',') + "]" : "");
  }
}
