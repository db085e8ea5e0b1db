package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.net.Cidr;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.MutableNode;
import dev.muster.views.CoreV1.MutableNodeSpec;
import dev.muster.views.CoreV1.MutableNodeStatus;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.NodeAddress;
import dev.muster.views.CoreV1.NodeSpec;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Nodes. Who creates one may say everything about it, its status included. */
public final class NodeStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableNodeSpec spec = MutableNode.of(object).spec().ensure();
    JsonNode ranges = spec.podCIDRs().node();
    String first = spec.podCIDR().text();
    if (!first.isEmpty() && (ranges.isEmpty() || !ranges.get(0).asText().equals(first))) {
      spec.podCIDRs(JsonNodeFactory.instance.arrayNode().add(first));
    } else if (!ranges.isEmpty()) {
      spec.podCIDR(ranges.get(0).asText());
    }
    MutableNodeStatus status = MutableNode.of(object).status().ensure();
    if (status.capacity().present() && !status.allocatable().present()) {
      status.allocatable().set(status.capacity().node().deepCopy());
    }
    ResourceAmounts.round(status.tree(), "capacity");
    ResourceAmounts.round(status.tree(), "allocatable");
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    MutableNode.of(object).spec().ensure().configSource().remove();
    MutableNode.of(object).status().ensure().tree().remove(List.of("config", "declaredFeatures"));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
    if (!Node.of(old).spec().configSource().present()) {
      MutableNode.of(object).spec().ensure().configSource().remove();
    }
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    StatusOnly.keepAllButStatus(object, old);
    if (!Node.of(old).status().config().present()) {
      MutableNode.of(object).status().ensure().config().remove();
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    Node node = Node.of(object);
    Taints.validate(node.spec().taints(), Path.of("metadata", "taints"), errors);
    amounts(node, errors);
    At ranges = node.spec().podCIDRs();
    for (At range : ranges.each()) {
      Cidr.validate(range.text(), range.path(), errors);
    }
    if (ranges.size() > 1) {
      families(ranges, errors);
    }
  }

  private static void families(At ranges, Errors errors) {
    List<String> texts = ranges.texts();
    List<Cidr> parsed = texts.stream().flatMap(r -> Cidr.parse(r).stream()).toList();
    boolean dual =
        parsed.size() == ranges.size()
            && parsed.stream().anyMatch(c -> c.address().isV4())
            && parsed.stream().anyMatch(c -> !c.address().isV4());
    for (int i = 0; i < ranges.size() && parsed.size() < ranges.size(); i++) {
      String text = texts.get(i);
      if (Cidr.parse(text).isEmpty()) {
        errors.internal(
            ranges.path(),
            "invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR["
                + i
                + "]: <nil> (invalid CIDR address: "
                + text
                + ")");
        break;
      }
    }
    if (!dual || ranges.size() > 2) {
      errors.invalid(ranges, "may specify no more than one CIDR for each IP family");
    }
  }

  private static void amounts(Node node, Errors errors) {
    for (String list : List.of("capacity", "allocatable")) {
      ResourceAmounts.validateAll(
          node.at().get("status", list), name -> Path.of("status", list, name), errors);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
    change(object, old, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    change(object, old, errors);
  }

  private static void change(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    Node node = Node.of(object);
    Node before = Node.of(old);
    amounts(node, errors);
    addresses(node.status().addresses(), errors);
    ranges(node.spec().podCIDRs(), before.spec().podCIDRs(), errors);
    String provider = before.spec().providerID().text();
    if (!provider.isEmpty() && !provider.equals(node.spec().providerID().text())) {
      errors.forbidden(
          Path.of("spec", "providerID"),
          "node updates may not change providerID except from \"\" to valid");
    }
    Taints.validate(node.spec().taints(), Path.of("metadata", "taints"), errors);
    if (!node.spec().externalID().text().equals(before.spec().externalID().text())) {
      errors.forbidden(Path.of("spec", "externalID"), "may not be updated");
    }
  }

  private static void addresses(ViewList<NodeAddress> addresses, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (NodeAddress address : addresses) {
      if (!seen.add(address.tree().toString())) {
        errors.duplicate(
            address.at().path(),
            "{\"Type\":"
                + address.type().node()
                + ",\"Address\":"
                + address.address().node()
                + "}");
      }
    }
  }

  private static void ranges(At ranges, At before, Errors errors) {
    String fixed = "node updates may not change podCIDR except from \"\" to valid";
    if (before.size() > 0 && before.size() != ranges.size()) {
      errors.forbidden(ranges.path(), fixed);
      return;
    }
    List<String> now = ranges.texts();
    List<String> then = before.texts();
    for (int i = 0; i < then.size(); i++) {
      if (!Objects.equals(then.get(i), now.get(i))) {
        errors.forbidden(ranges.path(), fixed);
      }
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    NodeSpec spec = Node.of(object).spec();
    List<String> out = new ArrayList<>();
    if (spec.configSource().present()) {
      out.add("spec.configSource: the feature is removed");
    }
    if (spec.externalID().present()) {
      out.add("spec.externalID: this field is deprecated, and is unused by Kubernetes");
    }
    spec.podCIDRs().each().forEach(r -> out.addAll(Cidr.warnings(r.path(), r.text())));
    return out;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of(
        "spec.unschedulable", Boolean.toString(Node.of(object).spec().unschedulable().truth()));
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.unschedulable");
  }
}
