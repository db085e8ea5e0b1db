package dev.muster.api.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.field.GoText;
import dev.muster.api.kinds.Names;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.LabelSelectors;
import dev.muster.api.meta.LabelSelectors.Strictness;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.References;
import dev.muster.api.pods.NodeLabelWarnings;
import dev.muster.api.quantity.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much storage of a class there is. */
public final class CsiStorageCapacityStrategy implements Strategy {
  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, Strictness.FULL, errors);
  }

  private static void validate(ObjectNode object, Strictness strictness, Errors errors) {
    At capacity = At.root(object);
    LabelSelectors.validate(capacity.get("nodeTopology"), errors, strictness);
    At name = capacity.get("storageClassName");
    Names.subdomain(name.text(), false)
        .forEach(fault -> errors.invalid(name.path(), GoText.quote(name.text()), fault));
    At amount = capacity.get("capacity");
    if (amount.present() && Quantity.parse(amount.text()).signum() < 0) {
      errors.invalid(amount, "must be greater than or equal to 0");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    boolean odd = LabelSelectors.hasOddValues(At.root(old).get("nodeTopology"));
    validate(object, odd ? Strictness.ANY_VALUES : Strictness.FULL, errors);
    ObjectMetas.validateChange(object, old, errors);
    References.validateImmutable(
        At.root(object), At.root(old), errors, "nodeTopology", "storageClassName");
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return NodeLabelWarnings.ofSelector(At.root(object).get("nodeTopology"));
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
