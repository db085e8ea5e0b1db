package dev.muster.kinds.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.net.IpAddress;
import dev.muster.model.scheme.Strategy;
import java.util.List;

/** Addresses in use. Their names are the addresses. */
public final class IpAddressStrategy implements Strategy {

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At parent = At.root(object).get("spec", "parentRef");
    if (parent.absent()) {
      errors.required(parent.path(), "");
    } else {
      parent(parent, errors);
    }
  }

  private static void parent(At parent, Errors errors) {
    At group = parent.get("group");
    if (!group.text().isEmpty()) {
      Names.subdomain(group.text(), false).forEach(fault -> errors.invalid(group, fault));
    }
    References.validateSegment(parent.get("resource"), true, errors);
    References.validateSegment(parent.get("name"), true, errors);
    References.validateSegment(parent.get("namespace"), false, errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validateImmutable(
        "*networking.ParentReference",
        At.root(object).get("spec", "parentRef"),
        At.root(old).get("spec", "parentRef"),
        errors);
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return IpAddress.canonicalFaults(name);
  }
}
