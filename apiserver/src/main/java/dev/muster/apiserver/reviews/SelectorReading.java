package dev.muster.apiserver.reviews;

import dev.muster.authz.SelectorRequirement;
import dev.muster.model.selector.FieldTerm;
import dev.muster.model.selector.LabelSelector;
import dev.muster.model.selector.Requirement;
import dev.muster.model.status.ApiException;
import dev.muster.views.AuthorizationV1.FieldSelectorAttributes;
import dev.muster.views.AuthorizationV1.LabelSelectorAttributes;
import dev.muster.views.MetaV1.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What could be understood of a selector in a review or a request. Leaving a requirement out widens
 * what is asked, so an answer never allows more than was asked for.
 *
 * @param whole whether all of it was understood
 */
public record SelectorReading(List<SelectorRequirement> requirements, boolean whole) {

  private static final SelectorReading NONE = new SelectorReading(List.of(), true);

  public SelectorReading {
    requirements = List.copyOf(requirements);
  }

  static SelectorReading ofLabels(LabelSelectorAttributes selector) {
    return selector.requirements().isEmpty()
        ? ofLabels(selector.rawSelector().text())
        : known(selector.requirements(), List.of("Exists", "DoesNotExist"), false);
  }

  /** Of a selector as it stands in a query. */
  public static SelectorReading ofLabels(String selector) {
    if (selector.isEmpty()) {
      return NONE;
    }
    try {
      return new SelectorReading(
          LabelSelector.parse(selector).requirements().stream()
              .flatMap(r -> ofLabel(r).stream())
              .toList(),
          true);
    } catch (ApiException e) {
      return new SelectorReading(List.of(), false);
    }
  }

  static SelectorReading ofFields(FieldSelectorAttributes selector) {
    if (selector.requirements().isEmpty()) {
      return ofFields(selector.rawSelector().text());
    }
    // requirements of fields are made as those of labels are
    List<LabelSelectorRequirement> requirements =
        selector.requirements().stream().map(r -> new LabelSelectorRequirement(r.at())).toList();
    return known(requirements, List.of(), true);
  }

  /** Of a selector as it stands in a query. */
  public static SelectorReading ofFields(String selector) {
    if (selector.isEmpty()) {
      return NONE;
    }
    try {
      return new SelectorReading(
          FieldTerm.parse(selector).stream()
              .map(t -> new SelectorRequirement(t.field(), in(!t.negated()), List.of(t.value())))
              .toList(),
          true);
    } catch (ApiException e) {
      return new SelectorReading(List.of(), false);
    }
  }

  /** The requirements with operators that are known, if need be with just one value. */
  private static SelectorReading known(
      List<LabelSelectorRequirement> all, List<String> more, boolean single) {
    List<SelectorRequirement> out = new ArrayList<>();
    for (LabelSelectorRequirement one : all) {
      String operator = one.operator().text();
      List<String> values = one.values().texts();
      boolean compares = operator.equals("In") || operator.equals("NotIn");
      if ((compares && (!single || values.size() == 1)) || more.contains(operator)) {
        out.add(new SelectorRequirement(one.key().text(), operator, values));
      }
    }
    return new SelectorReading(out, out.size() == all.size());
  }

  private static Optional<SelectorRequirement> ofLabel(Requirement label) {
    return switch (label.operator()) {
      case EQUALS, DOUBLE_EQUALS, IN -> requirement(label, "In");
      case NOT_EQUALS, NOT_IN -> requirement(label, "NotIn");
      case EXISTS -> requirement(label, "Exists");
      case ABSENT -> requirement(label, "DoesNotExist");
      case GREATER, LESS -> Optional.empty();
    };
  }

  private static Optional<SelectorRequirement> requirement(Requirement label, String operator) {
    return Optional.of(new SelectorRequirement(label.key(), operator, label.values()));
  }

  private static String in(boolean in) {
    return in ? "In" : "NotIn";
  }

  /** What was left out, if anything was. */
  Optional<String> problem(String name) {
    return whole
        ? Optional.empty()
        : Optional.of(
            "spec.resourceAttributes."
                + name
                + (requirements.isEmpty() ? "" : " partially")
                + " ignored due to parse error");
  }
}
