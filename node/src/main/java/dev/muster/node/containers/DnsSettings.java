package dev.muster.node.containers;

import dev.muster.cri.v1.DNSConfig;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodDNSConfig;
import dev.muster.views.CoreV1.PodDNSConfigOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where pods look up names.
 *
 * @param clusterServers for pods that want the cluster's names; without any they get the host's
 * @param resolvConf the host's own settings
 */
public record DnsSettings(List<String> clusterServers, String clusterDomain, Path resolvConf) {
  private static final int MOST_SERVERS = 3;
  private static final int MOST_SEARCHES = 32;
  private static final int LONGEST_SEARCH = 253;
  private static final int LONGEST_LINE = 2048;

  private record Host(List<String> servers, List<String> searches, List<String> options) {}

  DNSConfig of(Pod pod) {
    Host host = host();
    List<String> servers = new ArrayList<>();
    List<String> searches = new ArrayList<>();
    Map<String, String> options = new LinkedHashMap<>();
    String policy = pod.spec().dnsPolicy().textOr("ClusterFirst");
    boolean cluster =
        !clusterServers.isEmpty()
            && (policy.equals("ClusterFirstWithHostNet")
                || (policy.equals("ClusterFirst") && !pod.hostNetwork()));
    if (cluster) {
      servers.addAll(clusterServers);
      searches.add(pod.namespace() + ".svc." + clusterDomain);
      searches.add("svc." + clusterDomain);
      searches.add(clusterDomain);
      options.put("ndots", "ndots:5");
    }
    if (!policy.equals("None")) {
      if (!cluster) {
        servers.addAll(host.servers());
        host.options().forEach(option -> options.put(option.split(":", 2)[0], option));
      }
      searches.addAll(host.searches());
    }
    PodDNSConfig own = pod.spec().dnsConfig();
    servers.addAll(own.nameservers().texts());
    searches.addAll(own.searches().texts());
    for (PodDNSConfigOption option : own.options()) {
      String name = option.name().text();
      String value = option.value().text();
      options.put(name, value.isEmpty() ? name : name + ":" + value);
    }
    return DNSConfig.newBuilder()
        .addAllServers(servers.stream().distinct().limit(MOST_SERVERS).toList())
        .addAllSearches(fitting(searches.stream().distinct().limit(MOST_SEARCHES).toList()))
        .addAllOptions(options.values())
        .build();
  }

  /** Those that resolvers can hold: none that is too long, and the first ones of one line. */
  private static List<String> fitting(List<String> searches) {
    List<String> kept = new ArrayList<>();
    int line = -1;
    for (String search : searches) {
      if (search.length() > LONGEST_SEARCH) {
        continue;
      }
      line += search.length() + 1;
      if (line > LONGEST_LINE) {
        break;
      }
      kept.add(search);
    }
    return kept;
  }

  private Host host() {
    List<String> servers = new ArrayList<>();
    List<String> searches = new ArrayList<>();
    List<String> options = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(resolvConf)) {
        List<String> words = List.of(line.strip().split("\\s+"));
        List<String> rest = words.subList(1, words.size());
        switch (words.getFirst()) {
          case "nameserver" -> servers.addAll(rest);
          case "search", "domain" -> {
            searches.clear();
            searches.addAll(rest);
          }
          case "options" -> options.addAll(rest);
          default -> {}
        }
      }
    } catch (IOException e) {
      // a host without settings has none to pass on
      return new Host(List.of(), List.of(), List.of());
    }
    return new Host(servers, searches, options);
  }
}
