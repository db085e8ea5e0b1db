package dev.muster.kinds.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.net.IpAddress;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.NetworkingV1.IPAddress;
import dev.muster.views.NetworkingV1.ParentReference;
import java.util.List;

/** Addresses in use. Their names are the addresses. */
public final class IpAddressStrategy implements Strategy {

  @Override
  public void validate(ObjectNode object, Errors errors) {
    ParentReference parent = IPAddress.of(object).spec().parentRef();
    if (parent.absent()) {
      errors.required(parent.at().path(), "");
    } else {
      parent(parent, errors);
    }
  }

  private static void parent(ParentReference parent, Errors errors) {
    At group = parent.group();
    if (!group.text().isEmpty()) {
      Names.subdomain(group.text(), false).forEach(fault -> errors.invalid(group, fault));
    }
    References.validateSegment(parent.resource(), true, errors);
    References.validateSegment(parent.name(), true, errors);
    References.validateSegment(parent.namespace(), false, errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validateImmutable(
        "*networking.ParentReference",
        IPAddress.of(object).spec().parentRef().at(),
        IPAddress.of(old).spec().parentRef().at(),
        errors);
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return IpAddress.canonicalFaults(name);
  }
}
