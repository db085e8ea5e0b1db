package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.cel.Compilation;
import dev.muster.cel.EscapedName;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.ResultType;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.views.AdmissionregistrationV1.AuditAnnotation;
import dev.muster.views.AdmissionregistrationV1.MatchCondition;
import dev.muster.views.AdmissionregistrationV1.Validation;
import dev.muster.views.AdmissionregistrationV1.Variable;
import dev.muster.views.AdmissionregistrationV1beta1.Mutation;
import dev.muster.views.View;
import dev.muster.views.ViewList;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The expressions of a policy: each has to compile to what it is used for. */
final class PolicyExpressions {
  private static final List<String> REASONS =
      List.of("Forbidden", "Invalid", "RequestEntityTooLarge");
  private static final List<String> PATCH_TYPES = List.of("ApplyConfiguration", "JSONPatch");
  private static final int MAX_CONDITIONS = 64;
  private static final int MAX_ANNOTATIONS = 20;
  private static final int MAX_ANNOTATION_BYTES = 5 * 1024;
  private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
  private static final Pattern LINE_END = Pattern.compile("[\\n\\r]");

  private final ExpressionCompiler compiler;
  private final Errors errors;

  PolicyExpressions(boolean params, Errors errors) {
    this.compiler = new ExpressionCompiler(params);
    this.errors = errors;
  }

  /** Conditions know no variables of the policy. */
  static void validateConditions(
      ViewList<MatchCondition> conditions, boolean params, Errors errors) {
    if (conditions.size() > MAX_CONDITIONS) {
      errors.tooMany(conditions.at().path(), conditions.size(), MAX_CONDITIONS);
    }
    Set<String> names = new HashSet<>();
    for (MatchCondition condition : conditions) {
      At expression = condition.expression();
      if (expression.text().isBlank()) {
        errors.required(expression.path(), "");
      } else {
        String text = expression.text().strip();
        refusal(
            new ExpressionCompiler(params).compile(text, ResultType.BOOL),
            expression.path(),
            text,
            errors);
      }
      At name = condition.name();
      if (name.text().isEmpty()) {
        errors.required(condition.name().path(), "");
      } else {
        Labels.validateKey(name.text(), name.path(), errors);
        if (!names.add(name.text())) {
          errors.duplicate(name);
        }
      }
    }
  }

  private static void refusal(Compilation result, Path at, String text, Errors errors) {
    if (result instanceof Compilation.Refused refused && refused.isInternal()) {
      errors.internal(at, refused.detail());
    } else if (result instanceof Compilation.Refused refused) {
      errors.invalidText(at, text, refused.detail());
    }
  }

  /** A variable is known to what comes after it. */
  void validateVariable(Variable variable) {
    At name = variable.name();
    if (name.text().isBlank()) {
      errors.required(variable.name().path(), "name is not specified");
    } else if (!IDENTIFIER.matcher(name.text()).matches() || EscapedName.isReserved(name.text())) {
      errors.invalid(name, "must be a valid CEL identifier");
    }
    compiler.expectVariables();
    At expression = variable.expression();
    if (expression.text().isBlank()) {
      errors.required(variable.expression().path(), "expression is not specified");
      return;
    }
    switch (compiler.compile(expression.text(), ResultType.ANY)) {
      case Compilation.Compiled compiled -> compiler.define(name.text(), compiled.expression());
      case Compilation.Refused refused -> {
        refusal(refused, expression.path(), expression.text(), errors);
        compiler.defineOfAnyType(name.text());
      }
    }
  }

  void validateValidation(Validation validation) {
    At expression = validation.expression();
    if (expression.text().isBlank()) {
      errors.required(validation.expression().path(), "expression is not specified");
    } else {
      compile(expression, compiler.compile(expression.text(), ResultType.BOOL));
    }
    At messageExpression = validation.messageExpression();
    if (!messageExpression.text().isEmpty() && messageExpression.text().isBlank()) {
      errors.invalid(messageExpression, "must be non-empty if specified");
    } else if (!messageExpression.text().isEmpty()) {
      compile(
          messageExpression,
          compiler.compileWithoutAuthorizer(messageExpression.text(), ResultType.STRING));
    }
    At message = validation.message();
    if (!message.text().isEmpty() && message.text().isBlank()) {
      errors.invalid(message, "must be non-empty if specified");
    } else if (LINE_END.matcher(message.text().strip()).find()) {
      errors.invalid(message, "must not contain line breaks");
    }
    References.validateOneOf(validation.reason(), REASONS, errors);
  }

  /** Mutations know variables even where the policy has none. */
  void validateMutation(Mutation mutation) {
    compiler.expectVariables();
    switch (mutation.patchType().text()) {
      case "" -> errors.required(mutation.patchType().path(), "");
      case "JSONPatch" -> {
        At expression = mutation.jsonPatch().expression();
        wanted(mutation, mutation.jsonPatch(), expression, ResultType.JSON_PATCHES);
        unwanted(mutation, mutation.applyConfiguration(), "{applyConfiguration}");
      }
      case "ApplyConfiguration" -> {
        At expression = mutation.applyConfiguration().expression();
        wanted(mutation, mutation.applyConfiguration(), expression, ResultType.OBJECT);
        unwanted(mutation, mutation.jsonPatch(), "{jsonPatch}");
      }
      default -> References.validateOneOf(mutation.patchType(), PATCH_TYPES, errors);
    }
  }

  private void wanted(Mutation mutation, View patch, At expression, ResultType type) {
    String text = expression.text().strip();
    if (patch.absent()) {
      errors.required(patch.at().path(), "must " + when(mutation));
    } else if (text.isEmpty()) {
      errors.required(expression.path(), "");
    } else {
      refusal(compiler.compileMutation(text, type), expression.path(), text, errors);
    }
  }

  private void unwanted(Mutation mutation, View patch, String shown) {
    if (patch.present()) {
      errors.invalidText(patch.at().path(), shown, "must not " + when(mutation));
    }
  }

  private static String when(Mutation mutation) {
    return "be specified when patchType is " + mutation.patchType().text();
  }

  /** The real server shows the whole list here, in Go's names. */
  private static String inGoNames(ViewList<AuditAnnotation> annotations) {
    ArrayNode shown = JsonNodeFactory.instance.arrayNode();
    for (AuditAnnotation annotation : annotations) {
      shown
          .addObject()
          .put("Key", annotation.key().text())
          .put("ValueExpression", annotation.valueExpression().text());
    }
    return InvalidValue.json(shown);
  }

  void validateAnnotations(String policy, ViewList<AuditAnnotation> annotations) {
    if (annotations.size() > MAX_ANNOTATIONS) {
      errors.invalid(
          annotations.at().path(),
          inGoNames(annotations),
          "must not have more than " + MAX_ANNOTATIONS + " auditAnnotations");
    }
    Set<String> keys = new HashSet<>();
    for (AuditAnnotation annotation : annotations) {
      At key = annotation.key();
      Labels.validateKey(policy + "/" + key.text(), annotation.key().path(), errors);
      At value = annotation.valueExpression();
      String text = value.text().strip();
      Path at = annotation.valueExpression().path();
      if (text.isEmpty()) {
        errors.required(at, "valueExpression is not specified");
      } else if (text.getBytes(StandardCharsets.UTF_8).length > MAX_ANNOTATION_BYTES) {
        errors.required(at, "must not exceed " + MAX_ANNOTATION_BYTES + " bytes in length");
      } else {
        compile(value, compiler.compile(text, ResultType.STRING_OR_NULL));
      }
      if (!keys.add(key.text())) {
        errors.duplicate(key);
      }
    }
  }

  private void compile(At expression, Compilation result) {
    refusal(result, expression.path(), expression.text(), errors);
  }
}
