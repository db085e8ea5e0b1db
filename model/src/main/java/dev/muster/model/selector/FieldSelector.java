package dev.muster.model.selector;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.status.ApiException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A conjunction of conditions on fields of one kind. */
public final class FieldSelector {
  /** Selects all objects. */
  public static final FieldSelector EVERYTHING = new FieldSelector(List.of(), new Strategy() {});

  private final List<FieldTerm> terms;
  private final Strategy strategy;

  private FieldSelector(List<FieldTerm> terms, Strategy strategy) {
    this.terms = List.copyOf(terms);
    this.strategy = strategy;
  }

  /**
   * Reads the text form, e.g. {@code status.phase!=Running,spec.nodeName=n1}, for a kind.
   *
   * @throws ApiException with code 400 and the fault
   */
  public static FieldSelector parse(Kind kind, String text) {
    if (text.isEmpty()) {
      return EVERYTHING;
    }
    List<FieldTerm> resolved =
        FieldTerm.parse(text).stream()
            .map(t -> new FieldTerm(FieldLabels.resolve(kind, t.field()), t.negated(), t.value()))
            .toList();
    return new FieldSelector(resolved, kind.strategy());
  }

  /** Whether it has no terms and so selects everything. */
  public boolean isEmpty() {
    return terms.isEmpty();
  }

  /** The value that the field must have, if the selector fixes one. */
  public Optional<String> exactly(String field) {
    return terms.stream()
        .filter(t -> t.field().equals(field) && !t.negated())
        .findFirst()
        .map(FieldTerm::value);
  }

  /**
   * The values of all fields that objects of this kind, in its stored version, can be selected by.
   */
  public static Map<String, String> values(Kind kind, ObjectNode object) {
    Map<String, String> out = new HashMap<>();
    Map<String, String> particular = kind.strategy().selectableFields(object);
    for (FieldPath field : FieldLabels.fields(kind)) {
      String given = particular.get(field.name());
      out.put(field.name(), given == null ? field.in(object) : given);
    }
    return Map.copyOf(out);
  }

  /** As {@link #values(Kind, ObjectNode)}, for an object of a kind that is not known. */
  public static Map<String, String> values(ObjectNode object) {
    Map<String, String> out = new HashMap<>();
    FieldLabels.COMMON.forEach(field -> out.put(field.name(), field.in(object)));
    return Map.copyOf(out);
  }

  /** Whether an object with these values, as {@link #values} gives them, matches. */
  public boolean matches(Map<String, String> values) {
    for (FieldTerm term : terms) {
      if (values.getOrDefault(term.field(), "").equals(term.value()) == term.negated()) {
        return false;
      }
    }
    return true;
  }

  /** Whether an object of the stored version matches. */
  public boolean matches(ObjectNode object) {
    Map<String, String> particular = Map.of();
    for (FieldTerm term : terms) {
      boolean common = term.field().startsWith("metadata.");
      if (!common && particular.isEmpty()) {
        particular = strategy.selectableFields(object);
      }
      String given = common ? null : particular.get(term.field());
      String value = given == null ? FieldPath.of(term.field()).in(object) : given;
      if (value.equals(term.value()) == term.negated()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return terms.stream().map(FieldTerm::toString).collect(Collectors.joining(","));
  }
}
