package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.views.CoreV1.Capabilities;
import dev.muster.views.CoreV1.MutableCapabilities;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicySpec;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Linux capabilities: those added by default, those that must go, those one may ask for. */
record CapabilitiesStrategy(Set<String> added, Set<String> dropped, Set<String> allowed)
    implements ContainerRule {

  static CapabilitiesStrategy of(PodSecurityPolicySpec spec) {
    return new CapabilitiesStrategy(
        new TreeSet<>(spec.defaultAddCapabilities().texts()),
        new TreeSet<>(spec.requiredDropCapabilities().texts()),
        new TreeSet<>(spec.allowedCapabilities().texts()));
  }

  @Override
  public void fill(ContainerDraft container) {
    Capabilities given = container.own().capabilities();
    Set<String> ownAdd = new TreeSet<>(given.add().texts());
    Set<String> ownDrop = new TreeSet<>(given.drop().texts());
    Set<String> add = new TreeSet<>(added);
    add.removeAll(ownDrop);
    add.addAll(ownAdd);
    Set<String> drop = new TreeSet<>(dropped);
    drop.addAll(ownDrop);
    if (add.size() == ownAdd.size() && drop.size() == ownDrop.size()) {
      return;
    }
    MutableCapabilities both = MutableCapabilities.create();
    add.forEach(name -> both.add().list().add(name));
    drop.forEach(name -> both.drop().list().add(name));
    container.fill(context -> context.capabilities().at(), to -> to.capabilities(both));
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    Capabilities given = container.own().capabilities();
    if (given.absent()) {
      if (!added.isEmpty() || !dropped.isEmpty()) {
        errors.invalid(
            given.at().path(), "null", "required capabilities are not set on the securityContext");
      }
      return;
    }
    if (allowed.contains("*")) {
      return;
    }
    At add = given.add();
    for (String name : add.texts()) {
      if (!added.contains(name) && !allowed.contains(name)) {
        errors.invalidText(add.path(), name, "capability may not be added");
      }
    }
    At drop = given.drop();
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
