package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Numbers;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replica sets. */
public final class ReplicaSetStrategy extends Workload {
  public ReplicaSetStrategy() {
    super("apps/v1.ReplicaSet");
  }

  @Override
  void defaults(ObjectNode spec) {
    setIfAbsent(spec, "replicas", 1);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    Numbers.validateNotNegative(spec, errors, "replicas", "minReadySeconds");
    selector(spec.get("selector"), "deployment", errors);
    replicaTemplate(spec.get("selector"), spec.get("template"), errors);
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
