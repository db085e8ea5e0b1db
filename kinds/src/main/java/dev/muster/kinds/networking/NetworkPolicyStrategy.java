package dev.muster.kinds.networking;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.net.Cidr;
import dev.muster.model.net.Ports;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Network policies. */
public final class NetworkPolicyStrategy extends CountedFields {
  private static final List<String> TYPES = List.of("Ingress", "Egress");
  private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");

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
        Defaults.each(rule, "ports").forEach(p -> Defaults.absentText(p, "protocol", "TCP"));
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    new Rules(Strictness.FULL, Set.of(), errors).validate(At.root(object).get("spec"));
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    At spec = At.root(object).get("spec");
    At before = At.root(old).get("spec");
    boolean odd = LabelSelectors.hasOddValues(before.get("podSelector"));
    Strictness strictness = odd ? Strictness.ANY_VALUES : Strictness.FULL;
    Set<String> known = new HashSet<>();
    for (At block : blocks(before)) {
      known.add(block.text("cidr"));
      known.addAll(block.get("except").texts());
    }
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    new Rules(strictness, Set.of(), errors).validate(spec);
    ObjectMetas.validateChange(object, old, errors);
    new Rules(strictness, known, errors).validate(spec);
  }

  private static List<At> blocks(At spec) {
    List<At> blocks = new ArrayList<>();
    for (At rule : spec.get("ingress").each()) {
      rule.get("from").each().forEach(peer -> blocks.add(peer.get("ipBlock")));
    }
    for (At rule : spec.get("egress").each()) {
      rule.get("to").each().forEach(peer -> blocks.add(peer.get("ipBlock")));
    }
    return blocks;
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    for (At block : blocks(At.root(object).get("spec"))) {
      if (block.present()) {
        out.addAll(Cidr.warnings(block.get("cidr").path(), block.text("cidr")));
        for (At except : block.get("except").each()) {
          out.addAll(Cidr.warnings(except.path(), except.text()));
        }
      }
    }
    return out;
  }

  /**
   * The rules for a spec.
   *
   * @param known ranges that are not looked at
   */
  private record Rules(Strictness strictness, Set<String> known, Errors errors) {
    void validate(At spec) {
      LabelSelectors.validate(spec.get("podSelector"), errors, strictness);
      rules(spec.get("ingress"), "from");
      rules(spec.get("egress"), "to");
      At types = spec.get("policyTypes");
      if (types.size() > TYPES.size()) {
        errors.invalid(types, "may not specify more than two policyTypes");
        return;
      }
      for (At type : types.each()) {
        if (!TYPES.contains(type.text())) {
          errors.unsupported(type, TYPES);
        }
      }
    }

    private void rules(At rules, String peers) {
      for (At rule : rules.each()) {
        rule.get("ports").each().forEach(this::port);
        rule.get(peers).each().forEach(this::peer);
      }
    }

    private void port(At port) {
      At protocol = port.get("protocol");
      if (protocol.present() && !PROTOCOLS.contains(protocol.text())) {
        errors.unsupported(protocol, PROTOCOLS);
      }
      At number = port.get("port");
      At end = port.get("endPort");
      if (number.absent()) {
        if (end.present()) {
          errors.invalid(end, "may not be specified when `port` is not specified");
        }
        return;
      }
      if (number.node().isTextual()) {
        if (end.present()) {
          errors.invalid(end, "may not be specified when `port` is non-numeric");
        }
        Ports.validateNumberOrName(number, errors);
        return;
      }
      Ports.validateNumber(number, errors);
      if (end.present()) {
        if (end.number() < number.number()) {
          errors.invalid(
              end.path(),
              Long.toString(number.number()),
              "must be greater than or equal to `port`");
        }
        Ports.validateNumber(end, errors);
      }
    }

    private void peer(At peer) {
      int ways = 0;
      for (String selector : List.of("podSelector", "namespaceSelector")) {
        if (peer.has(selector)) {
          ways++;
          LabelSelectors.validate(peer.get(selector), errors, strictness);
        }
      }
      At block = peer.get("ipBlock");
      if (block.present()) {
        block(block);
        if (ways > 0) {
          errors.forbidden(peer.path(), "may not specify both ipBlock and another peer");
        }
      } else if (ways == 0) {
        errors.required(peer.path(), "must specify a peer");
      }
    }

    private void block(At block) {
      At range = block.get("cidr");
      if (range.text().isEmpty()) {
        errors.required(range.path(), "");
        return;
      }
      range(range);
      Optional<Cidr> whole = Cidr.parse(range.text());
      if (whole.isEmpty()) {
        return;
      }
      for (At except : block.get("except").each()) {
        range(except);
        Optional<Cidr> part = Cidr.parse(except.text());
        if (part.isPresent()
            && !(whole.get().contains(part.get()) && whole.get().bits() < part.get().bits())) {
          errors.invalid(except, "must be a strict subset of `cidr`");
        }
      }
    }

    private void range(At range) {
      if (!known.contains(range.text())) {
        Cidr.validate(range.text(), range.path(), errors);
      }
    }
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return true;
  }
}
