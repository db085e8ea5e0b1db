package dev.muster.network.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.views.CoreV1;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The ports of the node that its pods have asked for. Thread-safe. */
public final class PodHostPorts implements Reflector.Listener {
  private final Ipv4Range pods;
  private final Map<String, List<HostPort>> byPod = new TreeMap<>();
  private Runnable changed = () -> {};

  /**
   * @param pods addresses that can be led to
   */
  public PodHostPorts(Ipv4Range pods) {
    this.pods = pods;
  }

  /** Who is told when there may be other ports. */
  synchronized void tell(Runnable listener) {
    changed = listener;
  }

  /** All of them; of two that want the same port, the first rule holds. */
  synchronized Collection<HostPort> all() {
    return byPod.values().stream().flatMap(List::stream).toList();
  }

  List<HostPort> of(ObjectNode tree) {
    CoreV1.Pod pod = CoreV1.Pod.of(tree);
    Optional<Ipv4> address = Ipv4.parse(pod.status().podIP().text()).filter(pods::contains);
    if (address.isEmpty() || pod.isFinished() || pod.spec().hostNetwork().truth()) {
      return List.of();
    }
    List<HostPort> found = new ArrayList<>();
    List<CoreV1.Container> containers = new ArrayList<>(pod.spec().initContainers());
    containers.addAll(pod.spec().containers());
    for (CoreV1.Container container : containers) {
      for (CoreV1.ContainerPort port : container.ports()) {
        Optional<Transport> transport = Transport.named(port.protocol().text());
        long number = port.hostPort().number();
        long inside = port.containerPort().number();
        Optional<Ipv4> host = Ipv4.parse(port.hostIP().text()).filter(ip -> ip.bits() != 0);
        boolean elsewhere = host.isEmpty() && port.hostIP().text().indexOf(':') >= 0;
        if (transport.isPresent()
            && Destination.isPort(number)
            && Destination.isPort(inside)
            && !elsewhere) {
          found.add(
              new HostPort(
                  host,
                  transport.get(),
                  (int) number,
                  new Destination(address.get(), (int) inside)));
        }
      }
    }
    return found;
  }

  @Override
  public synchronized void replaced(List<ObjectNode> all) {
    byPod.clear();
    all.forEach(this::put);
    changed.run();
  }

  @Override
  public synchronized void changed(ObjectNode pod) {
    put(pod);
    changed.run();
  }

  @Override
  public synchronized void deleted(ObjectNode last) {
    byPod.remove(uid(last));
    changed.run();
  }

  private void put(ObjectNode pod) {
    List<HostPort> ports = of(pod);
    if (ports.isEmpty()) {
      byPod.remove(uid(pod));
    } else {
      byPod.put(uid(pod), ports);
    }
  }

  private static String uid(ObjectNode pod) {
    return pod.path("metadata").path("uid").asText();
  }
}
