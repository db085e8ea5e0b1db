package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.machine.SysctlAllowlist;
import dev.muster.node.pressure.NodePressure;
import dev.muster.scheduler.Misfit;
import dev.muster.scheduler.NodeFit;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether this node runs a pod that was bound to it.
 *
 * @param node the node as the API server knew it
 * @param newestNode asks the API server for it again
 */
public record PodAdmission(
    Supplier<ObjectNode> node,
    Runnable newestNode,
    Supplier<GroupsPolicySupport> groups,
    SysctlAllowlist sysctls,
    NodePressure pressure) {
  /** Why not. */
  record Rejection(String reason, String message) {}

  /** From now on by the node as it is now. */
  void refresh() {
    newestNode.run();
  }

  /**
   * @param others the pods that the node runs already
   */
  Optional<Rejection> check(Pod pod, Collection<Pod> others) {
    return refusal(pod).or(() -> misfit(pod, others));
  }

  /** Why the node does not run it, whatever the API server says of the node. */
  Optional<Rejection> refusal(Pod pod) {
    Optional<String> lacking = pressure.refusal(pod);
    if (lacking.isPresent()) {
      return Optional.of(new Rejection(Eviction.REASON, lacking.get()));
    }
    Optional<String> sysctl = sysctls.problem(pod.spec());
    if (sysctl.isPresent()) {
      return Optional.of(new Rejection("SysctlForbidden", sysctl.get()));
    }
    String os = pod.spec().os().name().text();
    if (!os.isEmpty() && !os.equals("linux")) {
      return Optional.of(
          new Rejection(
              "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
    }
    if (groups.get().rejects(pod)) {
      return Optional.of(new Rejection(GroupsPolicySupport.REASON, GroupsPolicySupport.MESSAGE));
    }
    return Optional.empty();
  }

  /**
   * Why there is no place for it, by the node as the API server knew it.
   *
   * @param others the pods that the node runs already
   */
  Optional<Rejection> misfit(Pod pod, Collection<Pod> others) {
    return NodeFit.forAdmission(CoreV1.Node.of(node.get()), pod, others)
        .map((Misfit misfit) -> new Rejection(misfit.rule(), misfit.message()));
  }
}
