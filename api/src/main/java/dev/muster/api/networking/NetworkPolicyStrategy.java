package dev.muster.api.networking;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.meta.CountedFields;
import dev.muster.api.meta.Defaults;
import dev.muster.api.meta.LabelSelectors;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.net.Cidr;
import dev.muster.api.net.Ports;
import java.util.List;

/** Network policies. */
public final class NetworkPolicyStrategy extends CountedFields {
  private static final List<String> TYPES = List.of("Egress", "Ingress");

  public NetworkPolicyStrategy() {
    super(true, "spec");
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    if (spec.path("policyTypes").isEmpty()) {
      ArrayNode types = spec.putArray("policyTypes").add("Ingress");
      if (!spec.path("egress").isEmpty()) {
        types.add("Egress");
      }
    }
    for (String direction : List.of("ingress", "egress")) {
      for (ObjectNode rule : Defaults.each(spec, direction)) {
        Defaults.each(rule, "ports").forEach(p -> Defaults.text(p, "protocol", "TCP"));
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    LabelSelectors.validate(spec.get("podSelector"), errors);
    rules(spec.get("ingress"), "from", errors);
    rules(spec.get("egress"), "to", errors);
    At types = spec.get("policyTypes");
    if (types.size() > 2) {
      errors.invalid(types, "may not specify more than two policyTypes");
      return;
    }
    for (At type : types.each()) {
      if (!TYPES.contains(type.text())) {
        errors.unsupported(type, TYPES);
      }
    }
  }

  private static void rules(At rules, String peers, Errors errors) {
    for (At rule : rules.each()) {
      rule.get("ports").each().forEach(p -> port(p, errors));
      rule.get(peers).each().forEach(p -> peer(p, errors));
    }
  }

  private static void port(At port, Errors errors) {
    At protocol = port.get("protocol");
    if (protocol.present() && !Ports.PROTOCOLS.contains(protocol.text())) {
      errors.unsupported(protocol, Ports.PROTOCOLS);
    }
    At number = port.get("port");
    At end = port.get("endPort");
    if (number.present()) {
      Ports.validateNumberOrName(number, errors);
    }
    if (end.absent()) {
      return;
    }
    if (number.absent()) {
      errors.required(number.path(), "must be specified when `endPort` is specified");
    } else if (number.node().isTextual()) {
      errors.invalid(end, "must be a positive number when `endPort` is specified");
    } else if (end.number() < number.number()) {
      errors.invalid(end, "must be greater than or equal to `port`");
    } else {
      Ports.validateNumber(end, errors);
    }
  }

  private static void peer(At peer, Errors errors) {
    int ways = 0;
    for (String selector : List.of("podSelector", "namespaceSelector")) {
      if (peer.has(selector)) {
        ways++;
        LabelSelectors.validate(peer.get(selector), errors);
      }
    }
    At block = peer.get("ipBlock");
    if (block.present()) {
      block(block, errors);
      if (ways > 0) {
        errors.forbidden(peer.path(), "may not specify both ipBlock and another peer");
      }
    } else if (ways == 0) {
      errors.required(peer.path(), "must specify a peer");
    }
  }

  private static void block(At block, Errors errors) {
    At range = block.get("cidr");
    if (range.text().isEmpty()) {
      errors.required(range.path(), "");
      return;
    }
    Cidr.validate(range.text(), range.path(), errors);
    for (At except : block.get("except").each()) {
      Cidr.validate(except.text(), except.path(), errors);
      boolean inside =
          Cidr.parse(range.text())
              .flatMap(
                  r -> Cidr.parse(except.text()).map(e -> r.contains(e) && r.bits() < e.bits()))
              .orElse(true);
      if (!inside) {
        errors.invalid(except, "must be a strict subset of `cidr`");
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return true;
  }
}
