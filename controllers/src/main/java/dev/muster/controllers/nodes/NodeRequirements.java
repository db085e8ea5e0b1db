package dev.muster.controllers.nodes;

import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.NodeSelector;
import dev.muster.views.CoreV1.NodeSelectorRequirement;
import dev.muster.views.CoreV1.NodeSelectorTerm;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a pod's selector and its required affinity ask of a node. */
public final class NodeRequirements {
  private NodeRequirements() {}

  public static boolean areMet(PodSpec podSpec, CoreV1.Node node) {
    Map<String, String> labels = node.metadata().labels().textMap();
    boolean selected = labels.entrySet().containsAll(podSpec.nodeSelector().textMap().entrySet());
    NodeSelector required =
        podSpec.affinity().nodeAffinity().requiredDuringSchedulingIgnoredDuringExecution();
    if (!selected || !required.present()) {
      return selected;
    }
    for (NodeSelectorTerm term : required.nodeSelectorTerms()) {
      if (matches(term, labels, node.metadata().name().text())) {
        return true;
      }
    }
    return false;
  }

  /** A term that asks for nothing matches nothing. */
  private static boolean matches(NodeSelectorTerm term, Map<String, String> labels, String name) {
    if (term.matchExpressions().isEmpty() && term.matchFields().isEmpty()) {
      return false;
    }
    for (NodeSelectorRequirement expression : term.matchExpressions()) {
      if (!holds(expression, labels.get(expression.key().text()))) {
        return false;
      }
    }
    for (NodeSelectorRequirement field : term.matchFields()) {
      if (!field.key().text().equals("metadata.name") || !holds(field, name)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(NodeSelectorRequirement requirement, @Nullable String value) {
    List<String> values = requirement.values().texts();
    return switch (requirement.operator().text()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> compares(value, values, 1);
      case "Lt" -> compares(value, values, -1);
      default -> false;
    };
  }

  private static boolean compares(@Nullable String value, List<String> values, int sign) {
    try {
      return value != null
          && values.size() == 1
          && Long.signum(Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst())))
              == sign;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
