package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cel.DeclaredType;
import dev.muster.cel.Rule;
import dev.muster.kinds.structural.DeclaredTypes;
import dev.muster.kinds.structural.SchemaPath;
import dev.muster.kinds.structural.SchemaRule;
import dev.muster.kinds.structural.Structural;
import dev.muster.kinds.structural.ValidationRules;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.Path;
import java.util.List;
import java.util.Set;

/**
 * The rules in a schema: whether they are complete, whether they compile, and what they may cost.
 * One for each node, which share what they find. Not thread-safe.
 */
final class RuleChecks {
  private static final Set<String> REASONS =
      Set.of(
          "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");
  private static final List<String> SORTED_REASONS = REASONS.stream().sorted().toList();

  private final boolean structural;
  private final boolean resource;
  private final RuleCosts costs;
  private final Cardinality cardinality;

  RuleChecks(At root, boolean structural, boolean unchanged) {
    this(structural, true, new RuleCosts(root.path(), unchanged), Cardinality.ONE);
  }

  private RuleChecks(
      boolean structural, boolean resource, RuleCosts costs, Cardinality cardinality) {
    this.structural = structural;
    this.resource = resource;
    this.costs = costs;
    this.cardinality = cardinality;
  }

  RuleChecks of(At at, String property) {
    boolean embedded =
        at.get("properties").get(property).get("x-kubernetes-embedded-resource").truth();
    return new RuleChecks(structural, embedded, costs, cardinality);
  }

  RuleChecks ofItems(At at) {
    return below(at.get("items"), at.node().get("maxItems"));
  }

  RuleChecks ofOthers(At at) {
    return below(at.get("additionalProperties"), at.node().get("maxProperties"));
  }

  private RuleChecks below(At at, JsonNode most) {
    boolean embedded = at.get("x-kubernetes-embedded-resource").truth();
    return new RuleChecks(structural, embedded, costs, cardinality.times(most));
  }

  /** Checks those of one node; they are compiled only if nothing else is wrong at it or below. */
  void rules(At at, SchemaContext in, Errors own) {
    List<At> rules = at.get("x-kubernetes-validations").each();
    if (rules.isEmpty()) {
      return;
    }
    Structural schema = Structural.of(at.node());
    rules.forEach(rule -> form(rule, schema, own));
    if (own.isEmpty() && structural && in.rules()) {
      compiled(at, rules, schema, in);
    }
  }

  private static void form(At rule, Structural schema, Errors errors) {
    String text = rule.text("rule").strip();
    String message = rule.text("message");
    if (text.isEmpty()) {
      errors.required(rule.path().child("rule"), "rule is not specified");
    } else if (!message.isEmpty() && message.isBlank()) {
      errors.invalid(rule.get("message"), "must be non-empty if specified");
    } else if (hasBreaks(message.strip())) {
      errors.invalid(rule.get("message"), "must not contain line breaks");
    } else if (hasBreaks(text) && message.isBlank()) {
      errors.required(
          rule.path().child("message"), "message must be specified if rule contains line breaks");
    }
    String expression = rule.text("messageExpression");
    if (!expression.isEmpty() && expression.isBlank()) {
      errors.required(
          rule.path().child("messageExpression"),
          "messageExpression must be non-empty if specified");
    }
    At reason = rule.get("reason");
    if (reason.present() && !REASONS.contains(reason.text())) {
      errors.unsupported(reason, SORTED_REASONS);
    }
    At path = rule.get("fieldPath");
    if (!path.text().isEmpty()) {
      if (path.text().isBlank()) {
        errors.invalid(path, "must be non-empty if specified");
      }
      if (hasBreaks(path.text())) {
        errors.invalid(path, "must not contain line breaks");
      }
      if (!SchemaPath.find(path.text(), schema, true).fault().isEmpty()) {
        errors.invalid(path, "must be a valid path");
      }
    }
  }

  private static boolean hasBreaks(String text) {
    return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
  }

  private void compiled(At at, List<At> rules, Structural schema, SchemaContext in) {
    Errors errors = costs.errors();
    DeclaredType type = DeclaredTypes.of(schema, resource);
    if (type == null) {
      errors.internal(
          at.path().child("x-kubernetes-validations"),
          "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations");
      return;
    }
    List<SchemaRule> compiled = ValidationRules.compile(schema, resource);
    for (int i = 0; i < compiled.size(); i++) {
      At rule = rules.get(i);
      SchemaRule one = compiled.get(i);
      Rule made = one.rule();
      Path place = rule.path().child("rule");
      if (made != null) {
        costs.rule(place, cardinality.cost(made.mostCost(), type));
      } else {
        errors.invalid(place, shown(rule), one.fault());
      }
      Rule message = one.message();
      Path messagePlace = rule.path().child("messageExpression");
      if (!one.messageFault().isEmpty()) {
        errors.invalid(messagePlace, shown(rule), one.messageFault());
      } else if (message != null) {
        costs.message(messagePlace, message.mostCost());
      }
      old(rule, made != null && made.usesOld(), in, errors);
    }
  }

  private static void old(At rule, boolean usesOld, SchemaContext in, Errors errors) {
    At optional = rule.get("optionalOldSelf");
    if (usesOld && !in.uncorrelated().isEmpty()) {
      errors.invalid(
          rule.get("rule"),
          "oldSelf cannot be used on the uncorrelatable portion of the schema within "
              + in.uncorrelated());
    } else if (!usesOld && optional.present()) {
      errors.invalid(optional, "may not be set if oldSelf is not used in rule");
    }
  }

  private static String shown(At rule) {
    return InternalForm.of("apiextensions.ValidationRule", rule.node());
  }

  /** Tells what was found, after all else that is wrong with the schema. */
  void tell(Errors found) {
    found.addAll(costs.errors());
    costs.tellTotal(found);
  }
}
