package dev.muster.api.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.SpecAndStatus;
import dev.muster.api.net.Cidr;

/** Ranges from which services get their addresses. */
public final class ServiceCidrStrategy extends SpecAndStatus {
  public ServiceCidrStrategy() {
    super("networking/v1.ServiceCIDR", false);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At ranges = At.root(object).get("spec", "cidrs");
    if (ranges.size() == 0) {
      errors.required(ranges.path(), "at least one CIDR required");
      return;
    }
    if (ranges.size() > 2) {
      errors.invalid(ranges, "may only hold up to 2 values");
      return;
    }
    ranges.each().forEach(r -> Cidr.validate(r.text(), r.path(), errors));
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validateImmutable(
        At.root(object).get("spec", "cidrs"), At.root(old).get("spec", "cidrs"), errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
  }
}
