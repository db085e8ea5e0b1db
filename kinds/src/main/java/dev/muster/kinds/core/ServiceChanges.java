package dev.muster.kinds.core;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.ServiceSpec;
import java.util.List;

/** What may not change in a service: its addresses, once it has them. */
final class ServiceChanges {
  private static final String FIXED = "may not change once set";

  private ServiceChanges() {}

  static void validate(ServiceSpec spec, ServiceSpec before, Errors errors) {
    boolean named =
        spec.type().text().equals("ExternalName") || before.type().text().equals("ExternalName");
    boolean headless = ServiceRules.headless(spec);
    boolean was = ServiceRules.headless(before);
    if (!named && !(headless && was)) {
      addresses(spec, before, errors);
    }
    if (!named && !headless && !was) {
      families(spec, before, errors);
    }
    if (spec.type().text().equals("LoadBalancer") && before.type().text().equals("LoadBalancer")) {
      At name = spec.loadBalancerClass();
      if (!name.node().equals(before.loadBalancerClass().node())) {
        errors.invalid(name, FIXED);
      }
    }
    ServiceRules.balancerClass(spec, errors);
    if (ServiceRules.needsHealthCheck(spec)
        && ServiceRules.needsHealthCheck(before)
        && spec.healthCheckNodePort().number() != before.healthCheckNodePort().number()) {
      errors.forbidden(Path.of("spec", "healthCheckNodePort"), "field is immutable");
    }
  }

  private static void addresses(ServiceSpec spec, ServiceSpec before, Errors errors) {
    At ips = spec.clusterIPs();
    List<String> now = ips.texts();
    List<String> then = before.clusterIPs().texts();
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

  private static void single(ServiceSpec spec, String detail, Errors errors) {
    At policy = spec.ipFamilyPolicy();
    if (!policy.text().equals("SingleStack")) {
      errors.invalid(policy, detail);
    }
  }

  private static void families(ServiceSpec spec, ServiceSpec before, Errors errors) {
    At families = spec.ipFamilies();
    List<String> now = families.texts();
    List<String> then = before.ipFamilies().texts();
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
    if (fewer && spec.clusterIPs().size() == 0) {
      errors.invalid(new At(families.node(), at), "primary ipFamily can not be unset");
    }
    if (!now.isEmpty() && !then.isEmpty() && !now.getFirst().equals(then.getFirst())) {
      errors.invalid(new At(spec.clusterIPs().node(), at), FIXED);
    }
    if (fewer && now.size() == 1) {
      single(spec, "must be set to 'SingleStack' when releasing the secondary ipFamily", errors);
    }
  }
}
