package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.cel.Budget;
import dev.muster.cel.Evaluation;
import dev.muster.cel.Rule;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One asking of all rules about an object, within one budget. Not thread-safe. */
final class RuleRun {
  private static final int LONGEST_MESSAGE = 5 * 1024;
  private static final String LIMIT = "operation cancelled: actual cost limit exceeded";

  private final Budget budget = new Budget(Budget.RULES);
  private final Errors errors;
  private final Consumer<String> warn;
  private boolean over;

  RuleRun(Errors errors, Consumer<String> warn) {
    this.errors = errors;
    this.warn = warn;
  }

  /**
   * @param old what the value was, as far as rules may know
   * @param was what the value was, as far as one can tell
   * @param around the nearest part around it of which one can tell; null at the root
   */
  void node(
      ValidationRules rules,
      Path at,
      JsonNode value,
      @Nullable JsonNode old,
      Correlation was,
      @Nullable Boolean around) {
    Deadline.check();
    if (value.isNull() || over) {
      return;
    }
    boolean same = was.old() != null ? was.unchanged(value) : Boolean.TRUE.equals(around);
    own(rules, at, value, old == null || old.isNull() ? null : old, same);
    Boolean known = was.old() != null ? Boolean.valueOf(was.unchanged(value)) : around;
    if (value.isArray() && rules.items() != null) {
      Correlation.Keys keys = Correlation.Keys.of(rules.schema().json());
      Correlation.Elements olds =
          old != null && old.isArray()
              ? new Correlation(old).elements(keys)
              : Correlation.Elements.NONE;
      Correlation.Elements before = was.elements(keys);
      for (int i = 0; i < value.size() && !over; i++) {
        JsonNode element = value.get(i);
        node(
            rules.items(), at.index(i), element, olds.of(element).old(), before.of(element), known);
      }
    } else if (value.isObject()) {
      fields(rules, at, value, old, was, known);
    }
  }

  private void fields(
      ValidationRules rules,
      Path at,
      JsonNode value,
      @Nullable JsonNode old,
      Correlation was,
      @Nullable Boolean known) {
    for (Map.Entry<String, JsonNode> e : value.properties()) {
      if (over) {
        return;
      }
      String name = e.getKey();
      ValidationRules below = rules.property(name);
      JsonNode before = old == null ? null : old.get(name);
      if (below != null) {
        node(below, at.child(name), e.getValue(), before, was.field(name), known);
      } else if (rules.others() != null) {
        node(rules.others(), at.key(name), e.getValue(), before, was.field(name), known);
      }
    }
  }

  private void own(
      ValidationRules rules, Path at, JsonNode value, @Nullable JsonNode old, boolean same) {
    String type = '"' + rules.schema().type() + '"';
    for (SchemaRule compiled : rules.own()) {
      Rule rule = compiled.rule();
      if (over) {
        return;
      }
      if (rule == null) {
        errors.invalid(at, type, "rule compile error: " + compiled.fault());
        continue;
      }
      boolean optional = compiled.json().path("optionalOldSelf").asBoolean();
      if (rule.usesOld() && old == null && !optional) {
        continue;
      }
      switch (rule.evaluate(value, old, budget)) {
        case Evaluation.OutOfBudget spent -> {
          errors.invalid(at, type, Evaluation.OutOfBudget.MESSAGE);
          over = true;
        }
        case Evaluation.Failed failed -> failed(compiled, at, type, failed.message());
        case Evaluation.Value outcome -> {
          if (!outcome.isTrue()) {
            broken(compiled, rules.schema(), at, value, old, same && !rule.usesOld());
          }
        }
      }
    }
  }

  private void failed(SchemaRule rule, Path at, String type, String why) {
    if (why.startsWith("no such overload")) {
      errors.invalid(
          at,
          type,
          "'%s': call arguments did not match a supported operator, function or macro signature for rule: %s"
              .formatted(why, rule.shown()));
    } else if (why.startsWith(LIMIT)) {
      errors.invalid(
          at,
          type,
          "'%s': no further validation rules will be run due to call cost exceeds limit for rule: %s"
              .formatted(why, rule.shown()));
      over = true;
    } else {
      errors.invalid(at, type, why + " evaluating rule: " + rule.shown());
    }
  }

  private void broken(
      SchemaRule rule,
      Structural schema,
      Path at,
      JsonNode value,
      @Nullable JsonNode old,
      boolean forgiven) {
    String named = rule.json().path("fieldPath").asText();
    String path = named.isEmpty() ? "" : SchemaPath.find(named, schema, true).path();
    Path place = path.isEmpty() ? at : at.child(path);
    Errors told = new Errors();
    boolean plain = !schema.type().equals("object") && !schema.type().equals("array");
    String detail = message(rule, value, old, place, schema, told);
    if (told.isEmpty()) {
      switch (rule.json().path("reason").asText()) {
        case "FieldValueForbidden" -> told.forbidden(place, detail);
        case "FieldValueRequired" -> told.required(place, detail);
        case "FieldValueDuplicate" -> told.duplicate(place, plain ? InvalidValue.of(value) : "");
        default -> {
          if (plain) {
            told.invalid(place, InvalidValue.of(value), detail);
          } else {
            told.invalidWithoutValue(place, detail);
          }
        }
      }
    }
    for (FieldError fault : told.list()) {
      if (forgiven) {
        warn.accept(fault.toString());
      } else {
        errors.add(fault);
      }
    }
  }

  private String message(
      SchemaRule rule,
      JsonNode value,
      @Nullable JsonNode old,
      Path at,
      Structural schema,
      Errors told) {
    Rule maker = rule.message();
    if (maker == null) {
      return rule.usualMessage();
    }
    return switch (maker.evaluate(value, old, budget)) {
      case Evaluation.OutOfBudget spent -> {
        told.invalid(
            at,
            '"' + schema.type() + '"',
            "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run");
        over = true;
        yield "";
      }
      case Evaluation.Failed failed -> rule.usualMessage();
      case Evaluation.Value made -> {
        String text = String.valueOf(made.value()).strip();
        boolean usable =
            !text.isEmpty()
                && text.indexOf('\n') < 0
                && text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_MESSAGE;
        yield usable ? text : rule.usualMessage();
      }
    };
  }
}
