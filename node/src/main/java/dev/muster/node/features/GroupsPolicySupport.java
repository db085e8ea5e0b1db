package dev.muster.node.features;

import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.views.CoreV1.Pod;

/**
 * How a node treats {@code supplementalGroupsPolicy}: the version-skew matrix of KEP-3619.
 *
 * @param minor the Kubernetes 1.x that the node emulates
 * @param gate whether the feature gate SupplementalGroupsPolicy is on
 * @param runtime whether the runtime says that it supports the policy
 */
public record GroupsPolicySupport(int minor, boolean gate, boolean runtime) {
  public static final String REASON = "SupplementalGroupsPolicyNotSupported";
  public static final String MESSAGE =
      "Error: SupplementalGroupsPolicy is not supported in this node.";

  private static final int ALPHA = 31;
  private static final int BETA = 33;

  /** What the runtime is asked for. A runtime that knows no policies merges, whatever is asked. */
  public SupplementalGroupsPolicy effective(Pod pod) {
    return minor >= ALPHA && runtime && strict(pod)
        ? SupplementalGroupsPolicy.Strict
        : SupplementalGroupsPolicy.Merge;
  }

  /** Since the feature is beta, a pod is refused rather than run with groups it did not want. */
  public boolean rejects(Pod pod) {
    return minor >= BETA && !runtime && strict(pod);
  }

  /** Whether {@code containerStatuses[].user} is told. */
  public boolean reportsUser() {
    return minor >= ALPHA && gate && runtime;
  }

  /** Whether {@code node.status.features} is told. */
  public boolean reportsFeature() {
    return minor >= ALPHA && gate;
  }

  private static boolean strict(Pod pod) {
    return pod.spec().securityContext().supplementalGroupsPolicy().text().equals("Strict");
  }
}
