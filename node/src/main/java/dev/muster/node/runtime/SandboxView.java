package dev.muster.node.runtime;

import dev.muster.cri.v1.PodSandboxState;
import dev.muster.cri.v1.PodSandboxStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * A sandbox as the runtime reports it.
 *
 * @param addresses of the pod, the main one first; none on the host's network
 * @param loopbackOnly whether the runtime has no network for pods, and says so by not mentioning
 *     one
 */
public record SandboxView(
    String id,
    int attempt,
    boolean ready,
    long createdAt,
    List<String> addresses,
    boolean loopbackOnly) {
  public SandboxView {
    addresses = List.copyOf(addresses);
  }

  /** Whether it has all the network that it will get. */
  public boolean isConnected() {
    return loopbackOnly || !addresses.isEmpty();
  }

  static SandboxView of(PodSandboxStatus status) {
    List<String> addresses = new ArrayList<>();
    if (!status.getNetwork().getIp().isEmpty()) {
      addresses.add(status.getNetwork().getIp());
    }
    status.getNetwork().getAdditionalIpsList().forEach(ip -> addresses.add(ip.getIp()));
    return new SandboxView(
        status.getId(),
        status.getMetadata().getAttempt(),
        status.getState() == PodSandboxState.SANDBOX_READY,
        status.getCreatedAt(),
        addresses,
        !status.hasNetwork());
  }
}
