package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
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
  public static void validate(At selector, Errors errors, Strictness strictness) {
    boolean excuse = strictness == Strictness.ANY_VALUES && hasOddValues(selector);
    Labels.validateSelector(excuse ? withoutOddValues(selector) : selector, errors);
  }

  public static void validate(At selector, Errors errors) {
    validate(selector, errors, Strictness.FULL);
  }

  private static At withoutOddValues(At selector) {
    JsonNode copy = selector.node().deepCopy();
    for (JsonNode expression : copy.path("matchExpressions")) {
      if (expression.get("values") instanceof ArrayNode values) {
        for (int i = 0; i < values.size(); i++) {
          if (!Labels.value(values.get(i).asText()).isEmpty()) {
            values.set(i, "");
          }
        }
      }
    }
    return new At(copy, selector.path());
  }

  /** Whether the selector can be used for matching at all. */
  public static boolean usable(At selector) {
    Errors errors = new Errors();
    validate(selector, errors);
    return errors.isEmpty();
  }

  /** Whether some value in an expression is no label value. */
  public static boolean hasOddValues(At selector) {
    return selector.get("matchExpressions").each().stream()
        .flatMap(e -> e.get("values").texts().stream())
        .anyMatch(v -> !Labels.value(v).isEmpty());
  }

  /** True for a selector that selects everything: present, without requirements. */
  public static boolean empty(At selector) {
    return selector.get("matchLabels").size() + selector.get("matchExpressions").size() == 0;
  }

  /** Whether labels satisfy the selector. An absent selector matches nothing, an empty one all. */
  public static boolean matches(At selector, At labels) {
    if (selector.absent()) {
      return false;
    }
    for (Map.Entry<String, At> wanted : selector.get("matchLabels").entries()) {
      JsonNode found = labels.node().get(wanted.getKey());
      if (found == null || !found.asText().equals(wanted.getValue().text())) {
        return false;
      }
    }
    return selector.get("matchExpressions").each().stream().allMatch(e -> holds(e, labels));
  }

  private static boolean holds(At expression, At labels) {
    JsonNode found = labels.node().get(expression.text("key"));
    boolean listed = found != null && expression.get("values").texts().contains(found.asText());
    return switch (expression.text("operator")) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      case "Exists" -> found != null;
      case "DoesNotExist" -> found == null;
      default -> false;
    };
  }
}
