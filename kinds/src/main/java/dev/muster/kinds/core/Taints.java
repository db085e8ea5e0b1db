package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.Taint;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules for taints. */
final class Taints {
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private Taints() {}

  /** Checks taints, naming them under {@code as}, which is not always where they stand. */
  static void validate(ViewList<Taint> taints, Path as, Errors errors) {
    Set<String> seen = new HashSet<>();
    int i = 0;
    for (Taint taint : taints) {
      Path at = as.index(i++);
      Labels.validateKey(taint.key().text(), at.child("key"), errors);
      List<String> faults = Labels.value(taint.value().text());
      if (!faults.isEmpty()) {
        errors.invalidText(at.child("value"), taint.value().text(), String.join(";", faults));
      }
      effect(taint.effect().text(), at.child("effect"), errors);
      String effect = taint.effect().text();
      if (!seen.add(effect.length() + ":" + effect + taint.key().text())) {
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

  private static String shown(Taint taint) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("Key", taint.key().text());
    out.put("Value", taint.value().text());
    out.put("Effect", taint.effect().text());
    out.set("TimeAdded", taint.timeAdded().present() ? taint.timeAdded().node() : out.nullNode());
    return out.toString();
  }
}
