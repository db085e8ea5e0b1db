package dev.muster.kinds.coordination;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoordinationV1.Lease;
import dev.muster.views.CoordinationV1.LeaseSpec;
import dev.muster.views.CoordinationV1.MutableLease;
import dev.muster.views.CoordinationV1.MutableLeaseSpec;
import java.util.List;

/** Leases. */
public final class LeaseStrategy implements Strategy {
  private static final List<String> STRATEGIES = List.of("OldestEmulationVersion");

  @Override
  public void prepareForCreate(ObjectNode object) {
    MutableLeaseSpec spec = MutableLease.of(object).spec().ensure();
    spec.strategy().remove();
    spec.preferredHolder().remove();
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    LeaseSpec before = Lease.of(old).spec();
    MutableLeaseSpec spec = MutableLease.of(object).spec().ensure();
    if (before.strategy().absent()) {
      spec.strategy().remove();
    }
    if (before.preferredHolder().absent()) {
      spec.preferredHolder().remove();
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    LeaseSpec spec = Lease.of(object).spec();
    At duration = spec.leaseDurationSeconds();
    if (duration.present() && duration.number() <= 0) {
      errors.invalid(duration, "must be greater than 0");
    }
    At transitions = spec.leaseTransitions();
    if (transitions.present() && transitions.number() < 0) {
      errors.invalid(transitions, "must be greater than or equal to 0");
    }
    At strategy = spec.strategy();
    if (strategy.present()) {
      strategy(strategy, errors);
    }
    if (!spec.preferredHolder().empty() && strategy.text().isEmpty()) {
      errors.forbidden(
          spec.preferredHolder().path(), "may only be specified if `strategy` is defined");
    }
  }

  private static void strategy(At strategy, Errors errors) {
    At shown = new At(strategy.node(), strategy.path().child("strategy"));
    if (strategy.text().indexOf('/') >= 0) {
      Labels.validateKey(strategy.text(), shown.path(), errors);
    } else if (!STRATEGIES.contains(strategy.text())) {
      errors.unsupported(shown, STRATEGIES);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
