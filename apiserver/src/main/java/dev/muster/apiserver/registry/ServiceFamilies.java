package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.core.ServiceStrategy;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.MutableService;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.CoreV1.Service;
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
    MutableServiceSpec spec = MutableService.of(object).spec().ensure();
    boolean free = spec.clusterIP().text().equals("None") && spec.selector().empty();
    if (!spec.ipFamilyPolicy().present()) {
      String before = old == null ? "" : Service.of(old).spec().ipFamilyPolicy().text();
      spec.ipFamilyPolicy(!before.isEmpty() ? before : free ? BOTH : SINGLE);
    }
    Errors odd = new Errors();
    ServiceStrategy.validateAddresses(object, odd);
    if (!odd.isEmpty()) {
      throw Status.invalid("", "Service", name, odd).exception();
    }
    boolean single = spec.ipFamilyPolicy().text().equals(SINGLE);
    if (single && old != null) {
      keepFirst(spec, Service.of(old));
    }
    Errors errors = new Errors();
    faults(spec, single, free, errors);
    if (!errors.isEmpty()) {
      throw Status.invalid("", "Service", name, errors).exception();
    }
    ArrayNode families = spec.ipFamilies().list();
    if (families.isEmpty()) {
      families.add(OURS);
    }
    if (free && !single && families.size() < 2) {
      families.add(families.get(0).asText().equals(OURS) ? OTHER : OURS);
    }
  }

  /** Whoever asks for one family of an unchanged list means its first. */
  private static void keepFirst(MutableServiceSpec spec, Service old) {
    JsonNode families = spec.ipFamilies().node();
    if (families.size() > 1 && families.equals(old.spec().ipFamilies().node())) {
      ((ArrayNode) families).remove(1);
    }
  }

  private static void faults(MutableServiceSpec spec, boolean single, boolean free, Errors errors) {
    At at = spec.reading().ipFamilies();
    At policy = new At(spec.ipFamilyPolicy().node(), Path.of("spec", "ipFamilyPolicy"));
    if (single && at.size() == 2) {
      errors.invalid(
          policy,
          "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are"
              + " specified");
    }
    At addresses = new At(spec.clusterIPs().node(), Path.of("spec", "clusterIPs"));
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
