package dev.muster.kinds.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.net.Cidr;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.views.NetworkingV1.ServiceCIDR;
import java.util.List;

/** Ranges from which services get their addresses. */
public final class ServiceCidrStrategy extends SpecAndStatus {
  public ServiceCidrStrategy() {
    super("networking/v1.ServiceCIDR", false);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At ranges = ServiceCIDR.of(object).spec().cidrs();
    if (ranges.size() == 0) {
      errors.required(ranges.path(), "at least one CIDR required");
      return;
    }
    if (ranges.size() > 2) {
      errors.invalid(
          ranges.path(),
          "{\"CIDRs\":" + InvalidValue.json(ranges.node()) + "}",
          "may only hold up to 2 values");
      return;
    }
    ranges.each().forEach(r -> Cidr.validateCanonical(r.text(), r.path(), errors));
    if (ranges.size() == 2 && family(ranges, 0) == family(ranges, 1) && family(ranges, 0) != 0) {
      errors.invalid(
          ranges,
          "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and"
              + " 2001:db8::/64");
    }
  }

  /** 4 or 6; 0 for what is no range. */
  private static int family(At ranges, int i) {
    return Cidr.parse(ranges.texts().get(i)).map(r -> r.address().isV4() ? 4 : 6).orElse(0);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At ranges = ServiceCIDR.of(object).spec().cidrs();
    At before = ServiceCIDR.of(old).spec().cidrs();
    if (ranges.size() == before.size() || before.size() == 1 && ranges.size() == 2) {
      List<At> now = ranges.each();
      List<String> then = before.texts();
      for (int i = 0; i < then.size(); i++) {
        At range = now.get(i);
        ObjectMetas.validateImmutableText(range.path(), range.text(), then.get(i), errors);
      }
      if (ranges.size() > before.size()) {
        validate(object, errors);
      }
    } else {
      errors.invalid(ranges, "field is immutable");
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    // the real server lets a creator say what the status is
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    // and an updater
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    super.prepareForSubresourceUpdate(subresource, object, old);
    StatusOnly.keepMetadata(object, old);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
  }
}
