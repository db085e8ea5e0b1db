package dev.muster.node.machine;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The address under which others reach this machine: that of the interface which the default route
 * leads through, as with kubelet. Without one, an adapter's; then that of anything which is no
 * bridge and no port of one, for those belong to pods; then the loopback one.
 */
final class HostAddress {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String ANYWHERE = "00000000";
  private static final int METRIC = 6;
  private static final int MASK = 7;

  private HostAddress() {}

  /**
   * An interface that is up and not the loopback one.
   *
   * @param adapter whether there is a device behind it
   * @param pods whether it is a bridge, or a port of one
   * @param addresses of IPv4, none of them link-local
   */
  record Interface(String name, boolean adapter, boolean pods, List<String> addresses) {}

  static String read() {
    try {
      return choose(Files.readAllLines(Path.of("/proc/net/route")), interfaces());
    } catch (IOException e) {
      return LOOPBACK;
    }
  }

  /**
   * @param routes the kernel's table, heading included
   */
  static String choose(List<String> routes, Collection<Interface> interfaces) {
    Stream<Interface> routed =
        defaultRoutes(routes).stream()
            .flatMap(name -> interfaces.stream().filter(each -> each.name().equals(name)));
    return Stream.of(
            routed,
            interfaces.stream().filter(Interface::adapter),
            interfaces.stream().filter(each -> !each.pods()))
        .flatMap(each -> each)
        .flatMap(each -> each.addresses().stream())
        .findFirst()
        .orElse(LOOPBACK);
  }

  /** The interfaces of the default routes, the one that the kernel prefers first. */
  private static List<String> defaultRoutes(List<String> routes) {
    return routes.stream()
        .skip(1)
        .map(line -> line.strip().split("\\s+"))
        .filter(words -> words.length > MASK)
        .filter(words -> words[1].equals(ANYWHERE) && words[MASK].equals(ANYWHERE))
        .sorted(Comparator.comparingLong(words -> Long.parseLong(words[METRIC])))
        .map(words -> words[0])
        .toList();
  }

  private static List<Interface> interfaces() throws IOException {
    List<Interface> found = new ArrayList<>();
    for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (one.isUp() && !one.isLoopback()) {
        Path about = Path.of("/sys/class/net", one.getName());
        found.add(
            new Interface(
                one.getName(),
                Files.exists(about.resolve("device")),
                Files.exists(about.resolve("bridge")) || Files.exists(about.resolve("brport")),
                Collections.list(one.getInetAddresses()).stream()
                    .flatMap(address -> usable(address).stream())
                    .toList()));
      }
    }
    return found;
  }

  private static Optional<String> usable(InetAddress address) {
    return address instanceof Inet4Address && !address.isLinkLocalAddress()
        ? Optional.of(address.getHostAddress())
        : Optional.empty();
  }
}
