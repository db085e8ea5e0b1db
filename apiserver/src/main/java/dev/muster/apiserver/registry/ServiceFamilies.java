package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.core.ServiceStrategy;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address families of a service where only IPv4 is given out. Headless services that select no
 * pods have both: what stands behind them is not ours to know.
 */
final class ServiceFamilies {
  private static final String OURS = "IPv4";
  private static final String OTHER = "IPv6";
  private static final String SINGLE = "SingleStack";
  private static final String BOTH = "RequireDualStack";

  private ServiceFamilies() {}

  /** Settles policy and families, or refuses what this cluster has not. */
  static void settle(String name, ObjectNode object, @Nullable ObjectNode old) {
    ObjectNode spec = object.withObject("/spec");
    boolean free =
        spec.path("clusterIP").asText().equals("None") && spec.path("selector").isEmpty();
    if (!spec.has("ipFamilyPolicy")) {
      JsonNode before = old == null ? null : old.path("spec").get("ipFamilyPolicy");
      spec.put("ipFamilyPolicy", before != null ? before.asText() : free ? BOTH : SINGLE);
    }
    Errors odd = new Errors();
    ServiceStrategy.validateAddresses(object, odd);
    if (!odd.isEmpty()) {
      throw Status.invalid("", "Service", name, odd).exception();
    }
    boolean single = spec.path("ipFamilyPolicy").asText().equals(SINGLE);
    if (single && old != null) {
      keepFirst(spec, old);
    }
    Errors errors = new Errors();
    faults(spec, single, free, errors);
    if (!errors.isEmpty()) {
      throw Status.invalid("", "Service", name, errors).exception();
    }
    ArrayNode families = spec.withArray("ipFamilies");
    if (families.isEmpty()) {
      families.add(OURS);
    }
    if (free && !single && families.size() < 2) {
      families.add(families.get(0).asText().equals(OURS) ? OTHER : OURS);
    }
  }

  /** Whoever asks for one family of an unchanged list means its first. */
  private static void keepFirst(ObjectNode spec, ObjectNode old) {
    JsonNode families = spec.path("ipFamilies");
    if (families.size() > 1 && families.equals(old.path("spec").path("ipFamilies"))) {
      ((ArrayNode) families).remove(1);
    }
  }

  private static void faults(ObjectNode spec, boolean single, boolean free, Errors errors) {
    At at = At.root(spec).get("ipFamilies");
    At policy = new At(spec.path("ipFamilyPolicy"), Path.of("spec", "ipFamilyPolicy"));
    if (single && at.size() == 2) {
      errors.invalid(
          policy,
          "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified");
    }
    At addresses = new At(spec.path("clusterIPs"), Path.of("spec", "clusterIPs"));
    if (at.size() == 0 && addresses.size() > 0 && addresses.texts().getFirst().contains(":")) {
      errors.invalid(
          addresses.path().index(0),
          addresses.node().toString(),
          OTHER + " is not configured on this cluster");
    }
    if (free || !errors.isEmpty()) {
      return;
    }
    if (policy.text().equals(BOTH)) {
      errors.invalid(policy, "this cluster is not configured for dual-stack services");
    }
    List<String> families = at.texts();
    for (int i = 0; i < families.size(); i++) {
      if (families.get(i).equals(OTHER)) {
        errors.invalidText(
            Path.of("spec", "ipFamilies").index(i), OTHER, "not configured on this cluster");
      }
    }
  }
}
