package dev.muster.kinds.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.views.CoreV1.NodeSelector;
import dev.muster.views.CoreV1.NodeSelectorRequirement;
import dev.muster.views.CoreV1.NodeSelectorTerm;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PreferredSchedulingTerm;
import dev.muster.views.ViewList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A pod's nodeSelector and node affinity. */
public final class NodeAffinity {
  private NodeAffinity() {}

  /** Whether a node of that name and labels has what the pod asks of it. */
  public static boolean matches(PodSpec podSpec, String nodeName, Map<String, String> labels) {
    for (Map.Entry<String, JsonNode> wanted : podSpec.nodeSelector().node().properties()) {
      if (!wanted.getValue().asText().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    NodeSelector required =
        podSpec.affinity().nodeAffinity().requiredDuringSchedulingIgnoredDuringExecution();
    if (!required.present()) {
      return true;
    }
    for (NodeSelectorTerm term : required.nodeSelectorTerms()) {
      if (matchesTerm(term, nodeName, labels)) {
        return true;
      }
    }
    return false;
  }

  /** The weights of the preferred terms that a node meets. */
  public static long preference(PodSpec podSpec, String nodeName, Map<String, String> labels) {
    long sum = 0;
    for (PreferredSchedulingTerm preferred :
        podSpec.affinity().nodeAffinity().preferredDuringSchedulingIgnoredDuringExecution()) {
      if (matchesTerm(preferred.preference(), nodeName, labels)) {
        sum += preferred.weight().number();
      }
    }
    return sum;
  }

  /** A term without any requirement matches nothing. */
  private static boolean matchesTerm(
      NodeSelectorTerm term, String nodeName, Map<String, String> labels) {
    ViewList<NodeSelectorRequirement> expressions = term.matchExpressions();
    ViewList<NodeSelectorRequirement> fields = term.matchFields();
    if (expressions.isEmpty() && fields.isEmpty()) {
      return false;
    }
    for (NodeSelectorRequirement expression : expressions) {
      if (!holds(expression, labels.get(expression.key().text()))) {
        return false;
      }
    }
    for (NodeSelectorRequirement field : fields) {
      boolean name = field.key().text().equals("metadata.name");
      if (!name || !holds(field, nodeName)) {
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
      case "Gt" -> order(value, values) > 0;
      case "Lt" -> order(value, values) < 0;
      default -> false;
    };
  }

  /** How the label's number compares with the wanted one; 0 also when one is no number. */
  private static int order(@Nullable String value, List<String> values) {
    if (value == null || values.size() != 1) {
      return 0;
    }
    try {
      return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
