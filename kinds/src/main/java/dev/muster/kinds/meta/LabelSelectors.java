package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.MetaV1.LabelSelectorRequirement;
import java.util.Map;

/** Label selectors as objects carry them: {@code matchLabels} and {@code matchExpressions}. */
public final class LabelSelectors {
  private LabelSelectors() {}

  /** What a caller lets pass. */
  public enum Strictness {
    /** Everything is checked. */
    FULL,
    /** Values in expressions may be anything: an object that already has such values keeps them. */
    ANY_VALUES
  }

  /** Finds what is wrong with a selector; an absent one is fine. */
  public static void validate(LabelSelector selector, Errors errors, Strictness strictness) {
    boolean excuse = strictness == Strictness.ANY_VALUES && hasOddValues(selector);
    Labels.validateSelector(excuse ? withoutOddValues(selector) : selector.at(), errors);
  }

  public static void validate(LabelSelector selector, Errors errors) {
    validate(selector, errors, Strictness.FULL);
  }

  private static At withoutOddValues(LabelSelector selector) {
    LabelSelector copy = LabelSelector.of(selector.tree().deepCopy());
    for (LabelSelectorRequirement expression : copy.matchExpressions()) {
      if (expression.values().node() instanceof ArrayNode values) {
        for (int i = 0; i < values.size(); i++) {
          if (!Labels.value(values.get(i).asText()).isEmpty()) {
            values.set(i, "");
          }
        }
      }
    }
    return new At(copy.tree(), selector.at().path());
  }

  /** Whether the selector can be used for matching at all. */
  public static boolean usable(LabelSelector selector) {
    Errors errors = new Errors();
    validate(selector, errors);
    return errors.isEmpty();
  }

  /** Whether some value in an expression is no label value. */
  public static boolean hasOddValues(LabelSelector selector) {
    return selector.matchExpressions().stream()
        .flatMap(e -> e.values().texts().stream())
        .anyMatch(v -> !Labels.value(v).isEmpty());
  }

  /** True for a selector that selects everything: present, without requirements. */
  public static boolean empty(LabelSelector selector) {
    return selector.matchLabels().size() + selector.matchExpressions().size() == 0;
  }

  /** Whether labels satisfy the selector. An absent selector matches nothing, an empty one all. */
  public static boolean matches(LabelSelector selector, At labels) {
    if (selector.absent()) {
      return false;
    }
    for (Map.Entry<String, At> wanted : selector.matchLabels().entries()) {
      JsonNode found = labels.node().get(wanted.getKey());
      if (found == null || !found.asText().equals(wanted.getValue().text())) {
        return false;
      }
    }
    return selector.matchExpressions().stream().allMatch(e -> holds(e, labels));
  }

  private static boolean holds(LabelSelectorRequirement expression, At labels) {
    JsonNode found = labels.node().get(expression.key().text());
    boolean listed = found != null && expression.values().texts().contains(found.asText());
    return switch (expression.operator().text()) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      case "Exists" -> found != null;
      case "DoesNotExist" -> found == null;
      default -> false;
    };
  }
}
