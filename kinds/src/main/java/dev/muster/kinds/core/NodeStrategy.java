package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.net.Cidr;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
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
    ObjectNode spec = object.withObject("spec");
    JsonNode ranges = spec.path("podCIDRs");
    String first = spec.path("podCIDR").asText();
    if (!first.isEmpty() && (ranges.isEmpty() || !ranges.get(0).asText().equals(first))) {
      spec.putArray("podCIDRs").add(first);
    } else if (!ranges.isEmpty()) {
      spec.put("podCIDR", ranges.get(0).asText());
    }
    ObjectNode status = object.withObject("status");
    if (status.has("capacity") && !status.has("allocatable")) {
      status.set("allocatable", status.get("capacity").deepCopy());
    }
    ResourceAmounts.round(status, "capacity");
    ResourceAmounts.round(status, "allocatable");
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    object.withObject("spec").remove("configSource");
    object.withObject("status").remove(List.of("config", "declaredFeatures"));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
    if (!old.path("spec").hasNonNull("configSource")) {
      object.withObject("spec").remove("configSource");
    }
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    StatusOnly.keepAllButStatus(object, old);
    if (!old.path("status").hasNonNull("config")) {
      object.withObject("status").remove("config");
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At node = At.root(object);
    Taints.validate(node.get("spec", "taints"), Path.of("metadata", "taints"), errors);
    amounts(node, errors);
    At ranges = node.get("spec", "podCIDRs");
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

  private static void amounts(At node, Errors errors) {
    for (String list : List.of("capacity", "allocatable")) {
      ResourceAmounts.validateAll(
          node.get("status", list), name -> Path.of("status", list, name), errors);
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
    At node = At.root(object);
    At before = At.root(old);
    amounts(node, errors);
    addresses(node.get("status", "addresses"), errors);
    ranges(node.get("spec", "podCIDRs"), before.get("spec", "podCIDRs"), errors);
    String provider = before.get("spec").text("providerID");
    if (!provider.isEmpty() && !provider.equals(node.get("spec").text("providerID"))) {
      errors.forbidden(
          Path.of("spec", "providerID"),
          "node updates may not change providerID except from \"\" to valid");
    }
    Taints.validate(node.get("spec", "taints"), Path.of("metadata", "taints"), errors);
    if (!node.get("spec").text("externalID").equals(before.get("spec").text("externalID"))) {
      errors.forbidden(Path.of("spec", "externalID"), "may not be updated");
    }
  }

  private static void addresses(At addresses, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (At address : addresses.each()) {
      if (!seen.add(address.node().toString())) {
        errors.duplicate(
            address.path(),
            "{\"Type\":"
                + address.get("type").node()
                + ",\"Address\":"
                + address.get("address").node()
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
    At spec = At.root(object).get("spec");
    List<String> out = new ArrayList<>();
    if (spec.has("configSource")) {
      out.add("spec.configSource: the feature is removed");
    }
    if (spec.has("externalID")) {
      out.add("spec.externalID: this field is deprecated, and is unused by Kubernetes");
    }
    spec.get("podCIDRs").each().forEach(r -> out.addAll(Cidr.warnings(r.path(), r.text())));
    return out;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of(
        "spec.unschedulable",
        Boolean.toString(object.path("spec").path("unschedulable").asBoolean()));
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.unschedulable");
  }
}
