package dev.muster.kinds.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.core.ResourceAmounts;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.NodeLabelWarnings;
import dev.muster.kinds.pods.Tolerations;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.Toleration;
import dev.muster.views.NodeV1.Overhead;
import dev.muster.views.NodeV1.RuntimeClass;
import dev.muster.views.NodeV1.Scheduling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runtime classes. Their handler never changes. */
public final class RuntimeClassStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object) {
    if (RuntimeClass.of(object).overhead().podFixed().node() instanceof ObjectNode fixed) {
      fixed
          .properties()
          .forEach(
              e ->
                  e.setValue(
                      fixed.textNode(
                          Quantity.parse(e.getValue().asText()).roundedToMilli().toString())));
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    RuntimeClass runtime = RuntimeClass.of(object);
    At handler = runtime.handler();
    Names.label(handler.text(), false)
        .forEach(f -> errors.invalidText(handler.path(), handler.text(), f));
    Overhead overhead = runtime.overhead();
    if (overhead.present()) {
      ResourceAmounts.validateLimits(
          new At(overhead.podFixed().node(), overhead.at().path().child("limits")), errors);
    }
    Scheduling scheduling = runtime.scheduling();
    Labels.validate(scheduling.nodeSelector(), errors);
    Tolerations.validate(scheduling.tolerations(), errors);
    Set<String> seen = new HashSet<>();
    for (Toleration toleration : scheduling.tolerations()) {
      String same =
          Stream.of(
                  toleration.key(), toleration.operator(), toleration.value(), toleration.effect())
              .map(field -> GoText.quote(field.text()))
              .collect(Collectors.joining());
      if (!seen.add(same)) {
        errors.duplicate(
            toleration.at().path(), InternalForm.of("core.Toleration", toleration.tree()));
      }
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    for (var label : RuntimeClass.of(object).scheduling().nodeSelector().entries()) {
      NodeLabelWarnings.deprecation(label.getKey())
          .ifPresent(why -> out.add("scheduling.nodeSelector: " + why));
    }
    return out;
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validateImmutable(
        RuntimeClass.of(object).handler(), RuntimeClass.of(old).handler(), errors);
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
