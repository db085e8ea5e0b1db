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
  static void validateConditions(At conditions, boolean params, Errors errors) {
    if (conditions.size() > MAX_CONDITIONS) {
      errors.tooMany(conditions.path(), conditions.size(), MAX_CONDITIONS);
    }
    Set<String> names = new HashSet<>();
    for (At condition : conditions.each()) {
      At expression = condition.get("expression");
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
      At name = condition.get("name");
      if (name.text().isEmpty()) {
        errors.required(condition.path().child("name"), "");
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
  void validateVariable(At variable) {
    At name = variable.get("name");
    if (name.text().isBlank()) {
      errors.required(variable.path().child("name"), "name is not specified");
    } else if (!IDENTIFIER.matcher(name.text()).matches() || EscapedName.isReserved(name.text())) {
      errors.invalid(name, "must be a valid CEL identifier");
    }
    compiler.expectVariables();
    At expression = variable.get("expression");
    if (expression.text().isBlank()) {
      errors.required(variable.path().child("expression"), "expression is not specified");
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

  void validateValidation(At validation) {
    At expression = validation.get("expression");
    if (expression.text().isBlank()) {
      errors.required(validation.path().child("expression"), "expression is not specified");
    } else {
      compile(expression, compiler.compile(expression.text(), ResultType.BOOL));
    }
    At messageExpression = validation.get("messageExpression");
    if (!messageExpression.text().isEmpty() && messageExpression.text().isBlank()) {
      errors.invalid(messageExpression, "must be non-empty if specified");
    } else if (!messageExpression.text().isEmpty()) {
      compile(
          messageExpression,
          compiler.compileWithoutAuthorizer(messageExpression.text(), ResultType.STRING));
    }
    At message = validation.get("message");
    if (!message.text().isEmpty() && message.text().isBlank()) {
      errors.invalid(message, "must be non-empty if specified");
    } else if (LINE_END.matcher(message.text().strip()).find()) {
      errors.invalid(message, "must not contain line breaks");
    }
    References.validateOneOf(validation.get("reason"), REASONS, errors);
  }

  /** Mutations know variables even where the policy has none. */
  void validateMutation(At mutation) {
    compiler.expectVariables();
    switch (mutation.text("patchType")) {
      case "" -> errors.required(mutation.path().child("patchType"), "");
      case "JSONPatch" ->
          mutation(mutation, "jsonPatch", "applyConfiguration", ResultType.JSON_PATCHES);
      case "ApplyConfiguration" ->
          mutation(mutation, "applyConfiguration", "jsonPatch", ResultType.OBJECT);
      default -> References.validateOneOf(mutation.get("patchType"), PATCH_TYPES, errors);
    }
  }

  private void mutation(At mutation, String wanted, String other, ResultType type) {
    String when = "be specified when patchType is " + mutation.text("patchType");
    At patch = mutation.get(wanted);
    At expression = patch.get("expression");
    String text = expression.text().strip();
    if (patch.absent()) {
      errors.required(mutation.path().child(wanted), "must " + when);
    } else if (text.isEmpty()) {
      errors.required(patch.path().child("expression"), "");
    } else {
      refusal(compiler.compileMutation(text, type), expression.path(), text, errors);
    }
    if (mutation.get(other).present()) {
      errors.invalidText(mutation.path().child(other), "{" + other + "}", "must not " + when);
    }
  }

  /** The real server shows the whole list here, in Go's names. */
  private static String inGoNames(At annotations) {
    ArrayNode shown = JsonNodeFactory.instance.arrayNode();
    for (At annotation : annotations.each()) {
      shown
          .addObject()
          .put("Key", annotation.text("key"))
          .put("ValueExpression", annotation.text("valueExpression"));
    }
    return InvalidValue.json(shown);
  }

  void validateAnnotations(String policy, At annotations) {
    if (annotations.size() > MAX_ANNOTATIONS) {
      errors.invalid(
          annotations.path(),
          inGoNames(annotations),
          "must not have more than " + MAX_ANNOTATIONS + " auditAnnotations");
    }
    Set<String> keys = new HashSet<>();
    for (At annotation : annotations.each()) {
      At key = annotation.get("key");
      Labels.validateKey(policy + "/" + key.text(), annotation.path().child("key"), errors);
      At value = annotation.get("valueExpression");
      String text = value.text().strip();
      Path at = annotation.path().child("valueExpression");
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
