package dev.muster.kinds.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.core.ResourceAmounts;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.kinds.pods.NodeLabelWarnings;
import dev.muster.kinds.pods.Tolerations;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.scheme.Strategy;
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
    if (object.path("overhead").get("podFixed") instanceof ObjectNode fixed) {
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
    At handler = At.root(object).get("handler");
    Names.label(handler.text(), false)
        .forEach(f -> errors.invalidText(handler.path(), handler.text(), f));
    At overhead = At.root(object).get("overhead");
    if (overhead.present()) {
      ResourceAmounts.validateLimits(
          new At(overhead.get("podFixed").node(), overhead.path().child("limits")), errors);
    }
    At scheduling = At.root(object).get("scheduling");
    Labels.validate(scheduling.get("nodeSelector"), errors);
    Tolerations.validate(new Scheduling(scheduling).tolerations(), errors);
    Set<String> seen = new HashSet<>();
    for (At toleration : scheduling.get("tolerations").each()) {
      String same =
          Stream.of("key", "operator", "value", "effect")
              .map(field -> GoText.quote(toleration.text(field)))
              .collect(Collectors.joining());
      if (!seen.add(same)) {
        errors.duplicate(toleration.path(), InternalForm.of("core.Toleration", toleration.node()));
      }
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    for (var label : At.root(object).get("scheduling", "nodeSelector").entries()) {
      NodeLabelWarnings.deprecation(label.getKey())
          .ifPresent(why -> out.add("scheduling.nodeSelector: " + why));
    }
    return out;
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    References.validateImmutable(At.root(object), At.root(old), errors, "handler");
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
