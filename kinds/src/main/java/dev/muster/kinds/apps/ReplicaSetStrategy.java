package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Numbers;
import dev.muster.model.field.Errors;
import dev.muster.views.AppsV1.MutableReplicaSetSpec;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AppsV1.ReplicaSetSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replica sets. */
public final class ReplicaSetStrategy extends Workload {
  public ReplicaSetStrategy() {
    super("apps/v1.ReplicaSet");
  }

  @Override
  void defaults(ObjectNode spec) {
    MutableReplicaSetSpec.of(spec).replicas().defaultTo(1);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    ReplicaSetSpec spec = ReplicaSet.of(object).spec();
    Numbers.validateNotNegative(errors, spec.replicas(), spec.minReadySeconds());
    selector(spec.selector(), "deployment", errors);
    replicaTemplate(spec.selector(), spec.template(), errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    LabeledReplicas.validate(object, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return withHostnameWarning(object, old);
  }
}
