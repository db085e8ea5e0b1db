package dev.muster.network.proxy;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the one table of a node, in nftables' language. Every word of it is ours, a number, or an
 * address that was made of one.
 *
 * @param bridge of the pods; the table has its name
 * @param gateway the node's address on it
 * @param pods addresses on it
 * @param services addresses of services
 */
public record ProxyRuleset(String bridge, Ipv4 gateway, Ipv4Range pods, Ipv4Range services) {
  /**
   * Replaces the table by one with these ports, at once or not at all.
   *
   * @param peers addresses of pods on other nodes, who see each other's own
   */
  public String text(
      Collection<ServicePort> ports, Collection<HostPort> hostPorts, Collection<Ipv4Range> peers) {
    return new Draft(List.copyOf(ports), List.copyOf(hostPorts), List.copyOf(peers)).text();
  }

  private final class Draft {
    private final List<ServicePort> ports;
    private final List<HostPort> hostPorts;
    private final List<Ipv4Range> peers;
    private final StringBuilder chains = new StringBuilder();
    // INVARIANT: no key is there twice; the kernel would refuse all rules for it
    private final Map<String, String> atServices = new LinkedHashMap<>();
    private final Map<String, String> atNode = new LinkedHashMap<>();
    private final TreeSet<String> refused = new TreeSet<>();
    private final TreeSet<String> elsewhere = new TreeSet<>();

    Draft(List<ServicePort> ports, List<HostPort> hostPorts, List<Ipv4Range> peers) {
      this.ports = ports;
      this.hostPorts = hostPorts;
      this.peers = peers;
    }

    String text() {
      for (int i = 0; i < ports.size(); i++) {
        add(ports.get(i), i);
      }
      return ("table ip @\ndelete table ip @\ntable ip @ {\n" + sets() + chains + FIXED + "}\n")
          .replace("@HOSTPORTS", hostPortRules())
          .replace("@PEERS", peerRules())
          .replace("@BRIDGE", "\"" + bridge + "\"")
          .replace("@GATEWAY", gateway.toString())
          .replace("@PODS", pods.toString())
          .replace("@RANGE", services.toString())
          .replace("ip @\n", "ip " + bridge + "\n")
          .replace("ip @ {", "ip " + bridge + " {");
    }

    private void add(ServicePort port, int number) {
      String protocol = port.transport().word();
      if (!port.inside().isEmpty()) {
        chain("service-" + number, protocol, port.inside());
        atServices.putIfAbsent(
            "%s . %s . %d".formatted(port.address(), protocol, port.port()), "service-" + number);
      }
      port.nodePort()
          .ifPresent(
              nodePort -> {
                String key = protocol + " . " + nodePort;
                if (port.outside().isEmpty()) {
                  refused.add(key);
                } else {
                  chain("node-port-" + number, protocol, port.outside());
                  atNode.putIfAbsent(key, "node-port-" + number);
                }
              });
    }

    /** One of the destinations, by chance. */
    private void chain(String name, String protocol, List<Destination> to) {
      String choice =
          IntStream.range(0, to.size())
              .mapToObj(i -> i + " : " + to.get(i).address() + " . " + to.get(i).port())
              .collect(Collectors.joining(", "));
      chains.append(
          """
            chain %s {
              meta l4proto %s dnat ip to numgen random mod %d map { %s }
            }
          """
              .formatted(name, protocol, to.size(), choice));
      to.stream()
          .filter(each -> !pods.contains(each.address()))
          .forEach(each -> elsewhere.add(each.address() + " . " + protocol + " . " + each.port()));
    }

    private String sets() {
      TreeSet<String> addresses = new TreeSet<>();
      TreeSet<String> backToSelf = new TreeSet<>();
      for (ServicePort port : ports) {
        addresses.add(port.address().toString());
        port.inside().forEach(to -> backToSelf.add(to.address() + " . " + to.address()));
        port.outside().forEach(to -> backToSelf.add(to.address() + " . " + to.address()));
      }
      hostPorts.forEach(
          each ->
              backToSelf.add(each.destination().address() + " . " + each.destination().address()));
      return set("set service-addresses", "ipv4_addr", addresses)
          + set("set back-to-self", "ipv4_addr . ipv4_addr", backToSelf)
          + set("set refused-node-ports", "inet_proto . inet_service", refused)
          + set("set elsewhere", "ipv4_addr . inet_proto . inet_service", elsewhere)
          + set(
              "map services", "ipv4_addr . inet_proto . inet_service : verdict", gotos(atServices))
          + set("map node-ports", "inet_proto . inet_service : verdict", gotos(atNode));
    }

    private static List<String> gotos(Map<String, String> chains) {
      return chains.entrySet().stream()
          .map(each -> each.getKey() + " : goto " + each.getValue())
          .toList();
    }

    private static String set(String name, String type, Collection<String> elements) {
      String all =
          elements.isEmpty() ? "" : "    elements = { " + String.join(", ", elements) + " }\n";
      return "  " + name + " {\n    type " + type + "\n" + all + "  }\n";
    }

    private String peerRules() {
      return peers.stream()
          .map(each -> "ip saddr @PODS ip daddr " + each + " return")
          .collect(Collectors.joining("\n    "));
    }

    private String hostPortRules() {
      return hostPorts.stream()
          .map(
              each ->
                  "%s%s dport %d dnat ip to %s:%d"
                      .formatted(
                          each.address().map(address -> "ip daddr " + address + " ").orElse(""),
                          each.transport().word(),
                          each.port(),
                          each.destination().address(),
                          each.destination().port()))
          .collect(Collectors.joining("\n    "));
    }
  }

  private static final String FIXED =
      """
        chain at-services {
          ip daddr . meta l4proto . th dport vmap @services
        }
        chain at-node {
          fib daddr type != local return
          ip daddr 127.0.0.0/8 return
          meta l4proto . th dport vmap @node-ports
          @HOSTPORTS
        }
        chain prerouting {
          type nat hook prerouting priority dstnat; policy accept;
          iifname @BRIDGE jump at-services
          jump at-node
        }
        chain output {
          type nat hook output priority -100; policy accept;
          jump at-services
          jump at-node
        }
        chain postrouting {
          type nat hook postrouting priority srcnat; policy accept;
          oifname @BRIDGE ip saddr . ip daddr @back-to-self masquerade
          oifname { @BRIDGE, "lo" } return
          @PEERS
          ip saddr @PODS masquerade
          ct status dnat ip daddr . meta l4proto . th dport @elsewhere masquerade
        }
        chain refuse {
          meta l4proto tcp reject with tcp reset
          reject
        }
        chain forward {
          type filter hook forward priority filter; policy accept;
          iifname @BRIDGE ip daddr @RANGE goto refuse
        }
        chain outgoing {
          type filter hook output priority filter; policy accept;
          ip daddr @service-addresses goto refuse
        }
        chain incoming {
          type filter hook input priority filter; policy accept;
          ip daddr @GATEWAY iifname != { @BRIDGE, "lo" } drop
          ip daddr != 127.0.0.0/8 meta l4proto . th dport @refused-node-ports goto refuse
        }
      """;
}
