package dev.muster.kinds.networking;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.net.Cidr;
import dev.muster.model.net.Ports;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.NetworkingV1.IPBlock;
import dev.muster.views.NetworkingV1.MutableNetworkPolicy;
import dev.muster.views.NetworkingV1.MutableNetworkPolicyPort;
import dev.muster.views.NetworkingV1.MutableNetworkPolicySpec;
import dev.muster.views.NetworkingV1.NetworkPolicy;
import dev.muster.views.NetworkingV1.NetworkPolicyEgressRule;
import dev.muster.views.NetworkingV1.NetworkPolicyIngressRule;
import dev.muster.views.NetworkingV1.NetworkPolicyPeer;
import dev.muster.views.NetworkingV1.NetworkPolicyPort;
import dev.muster.views.NetworkingV1.NetworkPolicySpec;
import dev.muster.views.StructListField;
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
    MutableNetworkPolicySpec spec = MutableNetworkPolicy.of(object).spec().ensure();
    if (spec.policyTypes().empty()) {
      ArrayNode types = spec.policyTypes().list().add("Ingress");
      if (!spec.egress().empty()) {
        types.add("Egress");
      }
    }
    spec.ingress().each().forEach(rule -> protocols(rule.ports()));
    spec.egress().each().forEach(rule -> protocols(rule.ports()));
  }

  private static void protocols(StructListField<MutableNetworkPolicyPort> ports) {
    ports.each().forEach(port -> port.protocol().setIfAbsent("TCP"));
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    new Rules(Strictness.FULL, Set.of(), errors).validate(NetworkPolicy.of(object).spec());
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    NetworkPolicySpec spec = NetworkPolicy.of(object).spec();
    NetworkPolicySpec before = NetworkPolicy.of(old).spec();
    boolean odd = LabelSelectors.hasOddValues(before.podSelector());
    Strictness strictness = odd ? Strictness.ANY_VALUES : Strictness.FULL;
    Set<String> known = new HashSet<>();
    for (IPBlock block : blocks(before)) {
      known.add(block.cidr().text());
      known.addAll(block.except().texts());
    }
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    new Rules(strictness, Set.of(), errors).validate(spec);
    ObjectMetas.validateChange(object, old, errors);
    new Rules(strictness, known, errors).validate(spec);
  }

  private static List<IPBlock> blocks(NetworkPolicySpec spec) {
    List<IPBlock> blocks = new ArrayList<>();
    for (NetworkPolicyIngressRule rule : spec.ingress()) {
      rule.from().forEach(peer -> blocks.add(peer.ipBlock()));
    }
    for (NetworkPolicyEgressRule rule : spec.egress()) {
      rule.to().forEach(peer -> blocks.add(peer.ipBlock()));
    }
    return blocks;
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    for (IPBlock block : blocks(NetworkPolicy.of(object).spec())) {
      if (block.present()) {
        out.addAll(Cidr.warnings(block.cidr().path(), block.cidr().text()));
        for (At except : block.except().each()) {
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
    void validate(NetworkPolicySpec spec) {
      LabelSelectors.validate(spec.podSelector(), errors, strictness);
      for (NetworkPolicyIngressRule rule : spec.ingress()) {
        rule.ports().forEach(this::port);
        rule.from().forEach(this::peer);
      }
      for (NetworkPolicyEgressRule rule : spec.egress()) {
        rule.ports().forEach(this::port);
        rule.to().forEach(this::peer);
      }
      At types = spec.policyTypes();
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

    private void port(NetworkPolicyPort port) {
      At protocol = port.protocol();
      if (protocol.present() && !PROTOCOLS.contains(protocol.text())) {
        errors.unsupported(protocol, PROTOCOLS);
      }
      At number = port.port();
      At end = port.endPort();
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

    private void peer(NetworkPolicyPeer peer) {
      int ways = 0;
      for (String selector : List.of("podSelector", "namespaceSelector")) {
        if (peer.at().has(selector)) {
          ways++;
          LabelSelectors.validate(new LabelSelector(peer.at().get(selector)), errors, strictness);
        }
      }
      IPBlock block = peer.ipBlock();
      if (block.present()) {
        block(block);
        if (ways > 0) {
          errors.forbidden(peer.at().path(), "may not specify both ipBlock and another peer");
        }
      } else if (ways == 0) {
        errors.required(peer.at().path(), "must specify a peer");
      }
    }

    private void block(IPBlock block) {
      At range = block.cidr();
      if (range.text().isEmpty()) {
        errors.required(range.path(), "");
        return;
      }
      range(range);
      Optional<Cidr> whole = Cidr.parse(range.text());
      if (whole.isEmpty()) {
        return;
      }
      for (At except : block.except().each()) {
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
