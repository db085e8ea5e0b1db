package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.net.IpAddress;
import dev.muster.views.CoreV1.HostIP;
import dev.muster.views.CoreV1.PodIP;
import dev.muster.views.CoreV1.PodStatus;
import dev.muster.views.View;
import dev.muster.views.ViewList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The addresses in a pod's status: its own and its node's, at most one of each family. */
final class PodAddresses {
  private PodAddresses() {}

  static void validate(PodStatus status, PodStatus old, Errors errors) {
    list(status.podIPs(), ips(status.podIPs(), PodIP::ip), ips(old.podIPs(), PodIP::ip), errors);
    ViewList<HostIP> hosts = status.hostIPs();
    if (hosts.size() == 0) {
      return;
    }
    At first = hosts.getFirst().ip();
    if (!first.text().equals(status.hostIP().text())) {
      errors.invalidText(first.path(), first.text(), "must be equal to `hostIP`");
    }
    list(hosts, ips(hosts, HostIP::ip), ips(old.hostIPs(), HostIP::ip), errors);
  }

  private static <V> List<String> ips(ViewList<V> addresses, Function<V, At> ip) {
    return addresses.stream().map(address -> ip.apply(address).text()).toList();
  }

  /** What was accepted once may stay. */
  private static void list(
      ViewList<? extends View> addresses, List<String> now, List<String> old, Errors errors) {
    Set<String> before = new TreeSet<>(old);
    for (int i = 0; i < now.size(); i++) {
      if (!before.contains(now.get(i))) {
        IpAddress.validate(now.get(i), addresses.get(i).at().path(), errors);
      }
    }
    Optional<String> bad = now.stream().filter(ip -> IpAddress.parse(ip).isEmpty()).findFirst();
    if (now.size() > 1 && bad.isPresent()) {
      errors.internal(
          addresses.at().path(),
          "failed to check for dual stack with error:invalid IP["
              + now.indexOf(bad.get())
              + "]: "
              + bad.get());
    }
    boolean pair = bad.isEmpty() && now.size() == 2 && isV4(now.get(0)) != isV4(now.get(1));
    if (now.size() > 1 && !pair) {
      errors.invalid(
          addresses.at().path(),
          now.stream()
              .map(ip -> "{\"IP\":" + GoText.quote(ip) + "}")
              .collect(Collectors.joining(",", "[", "]")),
          "may specify no more than one IP for each IP family");
    }
  }

  private static boolean isV4(String text) {
    return IpAddress.parse(text).map(IpAddress::isV4).orElse(false);
  }
}
