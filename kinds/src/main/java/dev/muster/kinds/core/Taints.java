package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules for taints. */
final class Taints {
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private Taints() {}

  /** Checks taints, naming them under {@code as}, which is not always where they stand. */
  static void validate(At taints, Path as, Errors errors) {
    Set<String> seen = new HashSet<>();
    int i = 0;
    for (At taint : taints.each()) {
      Path at = as.index(i++);
      Labels.validateKey(taint.text("key"), at.child("key"), errors);
      List<String> faults = Labels.value(taint.text("value"));
      if (!faults.isEmpty()) {
        errors.invalidText(at.child("value"), taint.text("value"), String.join(";", faults));
      }
      effect(taint.text("effect"), at.child("effect"), errors);
      String effect = taint.text("effect");
      if (!seen.add(effect.length() + ":" + effect + taint.text("key"))) {
        errors.duplicate(at, shown(taint), "taints must be unique by key and effect pair");
      }
    }
  }

  private static void effect(String effect, Path at, Errors errors) {
    if (effect.isEmpty()) {
      errors.required(at, "");
    } else if (!EFFECTS.contains(effect)) {
      errors.unsupported(at, "\"" + effect + "\"", EFFECTS);
    }
  }

  private static String shown(At taint) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("Key", taint.text("key"));
    out.put("Value", taint.text("value"));
    out.put("Effect", taint.text("effect"));
    out.set("TimeAdded", taint.has("timeAdded") ? taint.get("timeAdded").node() : out.nullNode());
    return out.toString();
  }
}
