package dev.muster.scheduler;

import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerPort;
import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.List;

/** Ports of the node that a pod claims. */
record HostPorts(String address, String protocol, long port) {
  static List<HostPorts> of(Pod pod) {
    List<HostPorts> all = new ArrayList<>();
    List<ContainerSpec> containers = new ArrayList<>(pod.containers());
    pod.initContainers().stream().filter(ContainerSpec::isSidecar).forEach(containers::add);
    for (ContainerSpec container : containers) {
      for (ContainerPort port : container.spec().ports()) {
        long host = port.hostPort().number();
        if (host > 0) {
          all.add(new HostPorts(port.hostIP().text(), port.protocol().textOr("TCP"), host));
        }
      }
    }
    return all;
  }

  boolean collidesWith(HostPorts other) {
    return port == other.port
        && protocol.equals(other.protocol)
        && (anyAddress() || other.anyAddress() || address.equals(other.address));
  }

  private boolean anyAddress() {
    return address.isEmpty() || address.equals("0.0.0.0") || address.equals("::");
  }
}
