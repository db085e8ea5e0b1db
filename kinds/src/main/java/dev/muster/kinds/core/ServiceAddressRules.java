package dev.muster.kinds.core;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.net.IpAddress;
import dev.muster.views.CoreV1.ServiceSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The addresses of a service and the IP families they belong to. */
final class ServiceAddressRules {
  private static final List<String> FAMILIES = List.of("IPv4", "IPv6");
  private static final List<String> POLICIES =
      List.of("PreferDualStack", "RequireDualStack", "SingleStack");

  private ServiceAddressRules() {}

  static void validate(ServiceSpec spec, Errors errors) {
    if (spec.type().text().equals("ExternalName")) {
      return;
    }
    At ips = spec.clusterIPs();
    inStep(spec.clusterIP().text(), ips, errors);
    Set<String> seen = new HashSet<>();
    for (At family : spec.ipFamilies().each()) {
      if (!FAMILIES.contains(family.text())) {
        errors.unsupported(family, FAMILIES);
      }
      if (!seen.add(family.text())) {
        errors.duplicate(family);
      }
    }
    At policy = spec.ipFamilyPolicy();
    if (policy.present() && !POLICIES.contains(policy.text())) {
      errors.unsupported(policy, POLICIES);
    }
    if (!usable(ips, errors)) {
      return;
    }
    if (ips.size() > 1 && !dual(ips.texts())) {
      errors.invalid(ips, "may specify no more than one IP for each IP family");
    }
    if (!ServiceRules.headless(spec)) {
      families(ips, spec.ipFamilies(), errors);
    }
  }

  private static void inStep(String ip, At ips, Errors errors) {
    if (ip.isEmpty()) {
      if (ips.size() > 0) {
        errors.invalid(ips, "must be empty when `clusterIP` is not specified");
      }
    } else if (ips.size() == 0) {
      errors.required(ips.path(), "");
    } else if (!ips.texts().getFirst().equals(ip)) {
      errors.invalid(ips, "first value must match `clusterIP`");
    }
  }

  private static boolean usable(At ips, Errors errors) {
    boolean fine = true;
    int i = 0;
    for (At ip : ips.each()) {
      if (i++ == 0 && ip.text().equals("None")) {
        if (ips.size() > 1) {
          fine = false;
          errors.invalid(ips, "'None' must be the first and only value");
        }
        continue;
      }
      fine &= IpAddress.parse(ip.text()).isPresent();
      IpAddress.validate(ip.text(), ip.path(), errors);
    }
    if (ips.size() > 2) {
      errors.invalid(ips, "may only hold up to 2 values");
    }
    return fine;
  }

  private static boolean dual(List<String> ips) {
    return ips.stream().map(ServiceAddressRules::isV4).distinct().count() == 2;
  }

  private static boolean isV4(String ip) {
    return IpAddress.parse(ip).map(IpAddress::isV4).orElse(false);
  }

  private static void families(At ips, At families, Errors errors) {
    List<At> each = ips.each();
    List<String> named = families.texts();
    for (int i = 0; i < Math.min(each.size(), named.size()); i++) {
      String family = named.get(i);
      boolean four = isV4(each.get(i).text());
      if (FAMILIES.contains(family) && four != family.equals("IPv4")) {
        errors.invalid(
            each.get(i),
            "expected an %s value as indicated by `ipFamilies[%d]`".formatted(family, i));
      }
    }
  }
}
