package dev.muster.node.probes;

/** Where a pod's ports are. */
public sealed interface PodPorts {
  /** The address, as it is told of. */
  String host();

  /** At an address that the node reaches: the pod's own, or the node's for a pod on its network. */
  record AtAddress(String host) implements PodPorts {}

  /** Of a pod without an address: on loopback of its own network, where nobody else can be. */
  record InsideOnly() implements PodPorts {
    @Override
    public String host() {
      return "127.0.0.1";
    }
  }
}
