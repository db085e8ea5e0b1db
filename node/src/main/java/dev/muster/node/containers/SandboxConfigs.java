package dev.muster.node.containers;

import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxMetadata;
import dev.muster.cri.v1.PortMapping;
import dev.muster.cri.v1.Protocol;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.node.runtime.CriLabels;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerPort;
import dev.muster.views.CoreV1.Pod;

/**
 * What the runtime is asked for a pod's sandbox.
 *
 * @param paths where the pod's files and logs are
 */
public record SandboxConfigs(String nodeName, DnsSettings dns, PodPaths paths, Platform platform) {
  /**
   * @param users whose ids its processes have
   * @throws ContainerProblem when the pod asks for what cannot be
   */
  public PodSandboxConfig of(
      Pod pod, int attempt, SupplementalGroupsPolicy policy, UserNamespace users)
      throws ContainerProblem {
    PodSandboxConfig.Builder out = PodSandboxConfig.newBuilder();
    out.setMetadata(
        PodSandboxMetadata.newBuilder()
            .setName(pod.name())
            .setNamespace(pod.namespace())
            .setUid(pod.uid())
            .setAttempt(attempt));
    if (!pod.hostNetwork()) {
      out.setHostname(hostname(pod).name());
    }
    out.setLogDirectory(paths.logs(pod).toString());
    out.setDnsConfig(dns.of(pod));
    for (ContainerSpec container : pod.allContainers()) {
      for (ContainerPort port : container.spec().ports()) {
        out.addPortMappings(port(port));
      }
    }
    out.putAllLabels(pod.labels());
    out.putLabels(CriLabels.POD_NAME, pod.name());
    out.putLabels(CriLabels.POD_NAMESPACE, pod.namespace());
    out.putLabels(CriLabels.POD_UID, pod.uid());
    out.putAllAnnotations(pod.annotations());
    platform.sandbox(pod, policy, users, out);
    return out.build();
  }

  Hostname hostname(Pod pod) {
    return Hostname.of(pod, nodeName, dns.clusterDomain());
  }

  private static PortMapping port(ContainerPort port) {
    return PortMapping.newBuilder()
        .setContainerPort((int) port.containerPort().number())
        .setHostPort((int) port.hostPort().number())
        .setHostIp(port.hostIP().text())
        .setProtocol(
            switch (port.protocol().textOr("TCP")) {
              case "UDP" -> Protocol.UDP;
              case "SCTP" -> Protocol.SCTP;
              default -> Protocol.TCP;
            })
        .build();
  }
}
