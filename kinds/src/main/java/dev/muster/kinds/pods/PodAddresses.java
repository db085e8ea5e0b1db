package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.net.IpAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The addresses in a pod's status: its own and its node's, at most one of each family. */
final class PodAddresses {
  private PodAddresses() {}

  static void validate(At status, At old, Errors errors) {
    list(status.get("podIPs"), old.get("podIPs"), errors);
    At hosts = status.get("hostIPs");
    if (hosts.size() == 0) {
      return;
    }
    At first = hosts.each().getFirst().get("ip");
    if (!first.text().equals(status.text("hostIP"))) {
      errors.invalidText(first.path(), first.text(), "must be equal to `hostIP`");
    }
    list(hosts, old.get("hostIPs"), errors);
  }

  /** What was accepted once may stay. */
  private static void list(At addresses, At old, Errors errors) {
    Set<String> before = old.each().stream().map(a -> a.text("ip")).collect(Collectors.toSet());
    List<String> now = addresses.each().stream().map(a -> a.text("ip")).toList();
    for (At address : addresses.each()) {
      if (!before.contains(address.text("ip"))) {
        IpAddress.validate(address.text("ip"), address.path(), errors);
      }
    }
    Optional<String> bad = now.stream().filter(ip -> IpAddress.parse(ip).isEmpty()).findFirst();
    if (now.size() > 1 && bad.isPresent()) {
      errors.internal(
          addresses.path(),
          "failed to check for dual stack with error:invalid IP["
              + now.indexOf(bad.get())
              + "]: "
              + bad.get());
    }
    boolean pair = bad.isEmpty() && now.size() == 2 && isV4(now.get(0)) != isV4(now.get(1));
    if (now.size() > 1 && !pair) {
      errors.invalid(
          addresses.path(),
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
