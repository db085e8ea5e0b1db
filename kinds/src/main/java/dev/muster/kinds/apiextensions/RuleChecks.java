package dev.muster.kinds.apiextensions;

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
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import dev.muster.views.ApiextensionsV1.ValidationRule;
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

  RuleChecks(JSONSchemaProps root, boolean structural, boolean unchanged) {
    this(structural, true, new RuleCosts(root.at().path(), unchanged), Cardinality.ONE);
  }

  private RuleChecks(
      boolean structural, boolean resource, RuleCosts costs, Cardinality cardinality) {
    this.structural = structural;
    this.resource = resource;
    this.costs = costs;
    this.cardinality = cardinality;
  }

  RuleChecks of(JSONSchemaProps property) {
    boolean embedded = property.xKubernetesEmbeddedResource().truth();
    return new RuleChecks(structural, embedded, costs, cardinality);
  }

  RuleChecks ofItems(JSONSchemaProps schema) {
    return below(schema.items(), schema.maxItems());
  }

  RuleChecks ofOthers(JSONSchemaProps schema) {
    return below(schema.additionalProperties(), schema.maxProperties());
  }

  private RuleChecks below(At schema, At most) {
    boolean embedded = new JSONSchemaProps(schema).xKubernetesEmbeddedResource().truth();
    return new RuleChecks(structural, embedded, costs, cardinality.times(most));
  }

  /** Checks those of one node; they are compiled only if nothing else is wrong at it or below. */
  void rules(JSONSchemaProps at, SchemaContext in, Errors own) {
    List<ValidationRule> rules = at.xKubernetesValidations();
    if (rules.isEmpty()) {
      return;
    }
    Structural schema = Structural.of(at.tree());
    rules.forEach(rule -> form(rule, schema, own));
    if (own.isEmpty() && structural && in.rules()) {
      compiled(at, rules, schema, in);
    }
  }

  private static void form(ValidationRule rule, Structural schema, Errors errors) {
    String text = rule.rule().text().strip();
    String message = rule.message().text();
    if (text.isEmpty()) {
      errors.required(rule.rule().path(), "rule is not specified");
    } else if (!message.isEmpty() && message.isBlank()) {
      errors.invalid(rule.message(), "must be non-empty if specified");
    } else if (hasBreaks(message.strip())) {
      errors.invalid(rule.message(), "must not contain line breaks");
    } else if (hasBreaks(text) && message.isBlank()) {
      errors.required(
          rule.message().path(), "message must be specified if rule contains line breaks");
    }
    String expression = rule.messageExpression().text();
    if (!expression.isEmpty() && expression.isBlank()) {
      errors.required(
          rule.messageExpression().path(), "messageExpression must be non-empty if specified");
    }
    At reason = rule.reason();
    if (reason.present() && !REASONS.contains(reason.text())) {
      errors.unsupported(reason, SORTED_REASONS);
    }
    At path = rule.fieldPath();
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

  private void compiled(
      JSONSchemaProps at, List<ValidationRule> rules, Structural schema, SchemaContext in) {
    Errors errors = costs.errors();
    DeclaredType type = DeclaredTypes.of(schema, resource);
    if (type == null) {
      errors.internal(
          at.xKubernetesValidations().at().path(),
          "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations");
      return;
    }
    List<SchemaRule> compiled = ValidationRules.compile(schema, resource);
    for (int i = 0; i < compiled.size(); i++) {
      ValidationRule rule = rules.get(i);
      SchemaRule one = compiled.get(i);
      Rule made = one.rule();
      Path place = rule.rule().path();
      if (made != null) {
        costs.rule(place, cardinality.cost(made.mostCost(), type));
      } else {
        errors.invalid(place, shown(rule), one.fault());
      }
      Rule message = one.message();
      Path messagePlace = rule.messageExpression().path();
      if (!one.messageFault().isEmpty()) {
        errors.invalid(messagePlace, shown(rule), one.messageFault());
      } else if (message != null) {
        costs.message(messagePlace, message.mostCost());
      }
      old(rule, made != null && made.usesOld(), in, errors);
    }
  }

  private static void old(ValidationRule rule, boolean usesOld, SchemaContext in, Errors errors) {
    At optional = rule.optionalOldSelf();
    if (usesOld && !in.uncorrelated().isEmpty()) {
      errors.invalid(
          rule.rule(),
          "oldSelf cannot be used on the uncorrelatable portion of the schema within "
              + in.uncorrelated());
    } else if (!usesOld && optional.present()) {
      errors.invalid(optional, "may not be set if oldSelf is not used in rule");
    }
  }

  private static String shown(ValidationRule rule) {
    return InternalForm.of("apiextensions.ValidationRule", rule.tree());
  }

  /** Tells what was found, after all else that is wrong with the schema. */
  void tell(Errors found) {
    found.addAll(costs.errors());
    costs.tellTotal(found);
  }
}
