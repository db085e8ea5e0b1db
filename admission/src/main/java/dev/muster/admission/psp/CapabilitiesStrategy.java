package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Linux capabilities: those added by default, those that must go, those one may ask for. */
record CapabilitiesStrategy(Set<String> added, Set<String> dropped, Set<String> allowed)
    implements ContainerRule {

  static CapabilitiesStrategy of(At spec) {
    return new CapabilitiesStrategy(
        new TreeSet<>(spec.get("defaultAddCapabilities").texts()),
        new TreeSet<>(spec.get("requiredDropCapabilities").texts()),
        new TreeSet<>(spec.get("allowedCapabilities").texts()));
  }

  @Override
  public void fill(ContainerDraft container) {
    At given = container.own("capabilities");
    Set<String> ownAdd = new TreeSet<>(given.get("add").texts());
    Set<String> ownDrop = new TreeSet<>(given.get("drop").texts());
    Set<String> add = new TreeSet<>(added);
    add.removeAll(ownDrop);
    add.addAll(ownAdd);
    Set<String> drop = new TreeSet<>(dropped);
    drop.addAll(ownDrop);
    if (add.size() == ownAdd.size() && drop.size() == ownDrop.size()) {
      return;
    }
    ObjectNode both = JsonNodeFactory.instance.objectNode();
    put(both, "add", add);
    put(both, "drop", drop);
    container.set("capabilities", both);
  }

  private static void put(ObjectNode both, String list, Set<String> names) {
    if (!names.isEmpty()) {
      names.forEach(both.putArray(list)::add);
    }
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    At given = container.own("capabilities");
    if (given.absent()) {
      if (!added.isEmpty() || !dropped.isEmpty()) {
        errors.invalid(
            given.path(), "null", "required capabilities are not set on the securityContext");
      }
      return;
    }
    if (allowed.contains("*")) {
      return;
    }
    At add = given.get("add");
    for (String name : add.texts()) {
      if (!added.contains(name) && !allowed.contains(name)) {
        errors.invalidText(add.path(), name, "capability may not be added");
      }
    }
    At drop = given.get("drop");
    Set<String> ownDrop = new HashSet<>(drop.texts());
    for (String name : dropped) {
      if (!ownDrop.contains(name)) {
        errors.invalid(
            drop.path(),
            InvalidValue.of(drop.node()),
            name + " is required to be dropped but was not found");
      }
    }
  }
}
