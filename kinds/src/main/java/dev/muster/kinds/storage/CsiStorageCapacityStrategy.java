package dev.muster.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.NodeLabelWarnings;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.StorageV1.CSIStorageCapacity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much storage of a class there is. */
public final class CsiStorageCapacityStrategy implements Strategy {
  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, Strictness.FULL, errors);
  }

  private static void validate(ObjectNode object, Strictness strictness, Errors errors) {
    CSIStorageCapacity capacity = CSIStorageCapacity.of(object);
    LabelSelectors.validate(capacity.nodeTopology(), errors, strictness);
    At name = capacity.storageClassName();
    Names.subdomain(name.text(), false)
        .forEach(fault -> errors.invalid(name.path(), GoText.quote(name.text()), fault));
    At amount = capacity.capacity();
    if (amount.present() && Quantity.parse(amount.text()).signum() < 0) {
      errors.invalid(amount, "must be greater than or equal to 0");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    boolean odd = LabelSelectors.hasOddValues(CSIStorageCapacity.of(old).nodeTopology());
    validate(object, odd ? Strictness.ANY_VALUES : Strictness.FULL, errors);
    ObjectMetas.validateChange(object, old, errors);
    CSIStorageCapacity now = CSIStorageCapacity.of(object);
    CSIStorageCapacity before = CSIStorageCapacity.of(old);
    ObjectMetas.validateImmutable(now.nodeTopology().at(), before.nodeTopology().at(), errors);
    ObjectMetas.validateImmutable(now.storageClassName(), before.storageClassName(), errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return NodeLabelWarnings.ofSelector(CSIStorageCapacity.of(object).nodeTopology());
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
