package dev.muster.model.selector;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.selector.Requirement.Operator;
import dev.muster.model.status.ApiException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A conjunction of conditions on labels, in the order of their keys. */
public final class LabelSelector {
  /** Selects all objects. */
  public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  private final List<Requirement> requirements;

  private LabelSelector(List<Requirement> requirements) {
    this.requirements =
        requirements.stream().sorted(Comparator.comparing(Requirement::key)).toList();
  }

  /**
   * Reads the text form, e.g. {@code app=web,tier notin (db, cache),!legacy}.
   *
   * @throws ApiException with code 400 and the fault
   */
  public static LabelSelector parse(String text) {
    return text.isEmpty() ? EVERYTHING : new LabelSelector(new LabelParser(text).parse());
  }

  /** The selector that an object holds ({@code matchLabels} and {@code matchExpressions}). */
  public static LabelSelector of(JsonNode selector) {
    List<Requirement> all = new ArrayList<>();
    selector
        .path("matchLabels")
        .properties()
        .forEach(
            e ->
                all.add(
                    new Requirement(e.getKey(), Operator.EQUALS, List.of(e.getValue().asText()))));
    for (JsonNode expression : selector.path("matchExpressions")) {
      List<String> values = new ArrayList<>();
      expression.path("values").forEach(v -> values.add(v.asText()));
      Operator operator =
          switch (expression.path("operator").asText()) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.ABSENT;
            default ->
                throw new IllegalArgumentException(
                    expression.path("operator").asText()
                        + " is not a valid label selector operator");
          };
      all.add(new Requirement(expression.path("key").asText(), operator, values));
    }
    return new LabelSelector(all);
  }

  /** Whether it has no requirements and so selects everything. */
  public boolean isEmpty() {
    return requirements.isEmpty();
  }

  /** What must hold of an object's labels, all of it. */
  public List<Requirement> requirements() {
    return requirements;
  }

  /** Whether an object's labels match. */
  public boolean matchesObject(JsonNode object) {
    return requirements.isEmpty() || matches(object.path("metadata").path("labels"));
  }

  /** Whether a map of labels matches; anything else counts as no labels. */
  public boolean matches(JsonNode labels) {
    for (Requirement requirement : requirements) {
      JsonNode value = labels.get(requirement.key());
      if (!requirement.matches(value == null ? null : value.textValue())) {
        return false;
      }
    }
    return true;
  }

  /** Whether these labels match. */
  public boolean matches(Map<String, String> labels) {
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels.get(requirement.key()))) {
        return false;
      }
    }
    return true;
  }

  /** The value that the label must have, if it can have only one. */
  public Optional<String> exactly(String label) {
    return requirements.stream()
        .filter(r -> r.key().equals(label))
        .findFirst()
        .filter(
            r ->
                r.values().size() == 1
                    && (r.operator() == Operator.IN
                        || r.operator() == Operator.EQUALS
                        || r.operator() == Operator.DOUBLE_EQUALS))
        .map(r -> r.values().getFirst());
  }

  @Override
  public String toString() {
    return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
  }
}
