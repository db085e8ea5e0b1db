package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.MutableToleration;
import dev.muster.views.CoreV1.Toleration;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tolerations, and what an update may do to them. */
public final class Tolerations {
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final List<String> OPERATORS = List.of("Equal", "Exists");

  private Tolerations() {}

  public static void validate(ViewList<Toleration> tolerations, Errors errors) {
    for (Toleration toleration : tolerations) {
      one(toleration, errors);
    }
  }

  private static void one(Toleration toleration, Errors errors) {
    At key = toleration.key();
    At operator = toleration.operator();
    At effect = toleration.effect();
    if (!key.empty()) {
      Labels.validateKey(key.text(), key.path(), errors);
    } else if (!operator.text().equals("Exists")) {
      errors.invalidText(
          operator.path(),
          operator.text(),
          "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
    }
    if (toleration.tolerationSeconds().present() && !effect.text().equals("NoExecute")) {
      errors.invalidText(
          effect.path(),
          effect.text(),
          "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    operator(operator, toleration.value().text(), errors);
    if (!effect.empty() && !EFFECTS.contains(effect.text())) {
      errors.unsupported(effect, EFFECTS);
    }
  }

  private static void operator(At operator, String value, Errors errors) {
    switch (operator.text()) {
      case "", "Equal" -> {
        List<String> faults = Labels.value(value);
        if (!faults.isEmpty()) {
          errors.invalidText(operator.path(), value, String.join(";", faults));
        }
      }
      case "Exists" -> {
        if (!value.isEmpty()) {
          errors.invalidText(
              operator.path(), value, "value must be empty when `operator` is 'Exists'");
        }
      }
      case "Lt", "Gt" -> errors.unsupported(operator, List.of("Equal", "Exists", "Lt", "Gt"));
      default -> errors.unsupported(operator, OPERATORS);
    }
  }

  /** An update may add tolerations and change how long they last, nothing else. */
  static void validateUpdate(
      ViewList<Toleration> tolerations, ViewList<Toleration> old, Errors errors) {
    Set<String> kept = new HashSet<>();
    tolerations.forEach(each -> kept.add(withoutSeconds(each)));
    for (Toleration before : old) {
      if (!kept.contains(withoutSeconds(before))) {
        errors.forbidden(
            tolerations.at().path(),
            "existing toleration can not be modified except its tolerationSeconds");
        return;
      }
    }
    validate(tolerations, errors);
  }

  private static String withoutSeconds(Toleration toleration) {
    JsonNode copy = toleration.tree().deepCopy();
    if (copy instanceof ObjectNode struct) {
      MutableToleration.of(struct).tolerationSeconds().remove();
    }
    return copy.toString();
  }
}
