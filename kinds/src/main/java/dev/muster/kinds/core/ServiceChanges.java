package dev.muster.kinds.core;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.List;

/** What may not change in a service: its addresses, once it has them. */
final class ServiceChanges {
  private static final String FIXED = "may not change once set";

  private ServiceChanges() {}

  static void validate(At spec, At before, Errors errors) {
    boolean named =
        spec.text("type").equals("ExternalName") || before.text("type").equals("ExternalName");
    boolean headless = ServiceRules.headless(spec);
    boolean was = ServiceRules.headless(before);
    if (!named && !(headless && was)) {
      addresses(spec, before, errors);
    }
    if (!named && !headless && !was) {
      families(spec, before, errors);
    }
    if (spec.text("type").equals("LoadBalancer") && before.text("type").equals("LoadBalancer")) {
      At name = spec.get("loadBalancerClass");
      if (!name.node().equals(before.get("loadBalancerClass").node())) {
        errors.invalid(name, FIXED);
      }
    }
    ServiceRules.balancerClass(spec, errors);
    if (ServiceRules.needsHealthCheck(spec)
        && ServiceRules.needsHealthCheck(before)
        && spec.get("healthCheckNodePort").number() != before.get("healthCheckNodePort").number()) {
      errors.forbidden(Path.of("spec", "healthCheckNodePort"), "field is immutable");
    }
  }

  private static void addresses(At spec, At before, Errors errors) {
    At ips = spec.get("clusterIPs");
    List<String> now = ips.texts();
    List<String> then = before.get("clusterIPs").texts();
    if (now.size() == then.size()) {
      for (int i = 0; i < now.size(); i++) {
        if (!now.get(i).equals(then.get(i))) {
          errors.invalid(new At(ips.node(), ips.path().index(i)), FIXED);
        }
      }
      return;
    }
    At first = new At(ips.node(), ips.path().index(0));
    boolean fewer = now.size() < then.size();
    if (fewer && now.isEmpty()) {
      errors.invalid(first, "primary clusterIP can not be unset");
    }
    if (!now.isEmpty() && !then.isEmpty() && !now.getFirst().equals(then.getFirst())) {
      errors.invalid(first, FIXED);
    }
    if (fewer && now.size() == 1) {
      single(spec, "must be set to 'SingleStack' when releasing the secondary clusterIP", errors);
    }
  }

  private static void single(At spec, String detail, Errors errors) {
    At policy = spec.get("ipFamilyPolicy");
    if (!policy.text().equals("SingleStack")) {
      errors.invalid(policy, detail);
    }
  }

  private static void families(At spec, At before, Errors errors) {
    At families = spec.get("ipFamilies");
    List<String> now = families.texts();
    List<String> then = before.get("ipFamilies").texts();
    Path at = families.path().index(0);
    if (now.size() == then.size()) {
      for (int i = 0; i < now.size(); i++) {
        if (!now.get(i).equals(then.get(i))) {
          errors.invalid(new At(families.node(), at), FIXED);
        }
      }
      return;
    }
    boolean fewer = now.size() < then.size();
    if (fewer && spec.get("clusterIPs").size() == 0) {
      errors.invalid(new At(families.node(), at), "primary ipFamily can not be unset");
    }
    if (!now.isEmpty() && !then.isEmpty() && !now.getFirst().equals(then.getFirst())) {
      errors.invalid(new At(spec.get("clusterIPs").node(), at), FIXED);
    }
    if (fewer && now.size() == 1) {
      single(spec, "must be set to 'SingleStack' when releasing the secondary ipFamily", errors);
    }
  }
}
