package dev.muster.api.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.References;
import dev.muster.api.net.IpAddress;
import java.util.List;

/** Addresses in use. Their names are the addresses. */
public final class IpAddressStrategy implements Strategy {

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At parent = At.root(object).get("spec", "parentRef");
    if (parent.absent()) {
      errors.required(parent.path(), "");
    } else {
      References.validateRequired(parent, errors, "resource", "name");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validateImmutable(At.root(object).get("spec"), At.root(old).get("spec"), errors);
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return IpAddress.parse(name).map(IpAddress::text).filter(name::equals).isPresent()
        ? List.of()
        : List.of("must be a valid IP address in canonical form");
  }
}
