package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cel.ResultType;
import dev.muster.cel.Rule;
import dev.muster.cel.RuleCompiler;
import org.jspecify.annotations.Nullable;

/**
 * One of a schema's rules.
 *
 * @param json as the schema has it
 * @param rule null if it does not compile
 * @param fault why it does not
 * @param message makes the message; null if there is none, or it does not compile
 * @param messageFault why it does not
 */
public record SchemaRule(
    JsonNode json, @Nullable Rule rule, String fault, @Nullable Rule message, String messageFault) {

  static SchemaRule of(JsonNode json, RuleCompiler compiler) {
    boolean optional = json.path("optionalOldSelf").asBoolean();
    RuleCompiler.Outcome outcome =
        compiler.compile(json.path("rule").asText(), optional, ResultType.BOOL);
    if (outcome instanceof RuleCompiler.Outcome.Refused refused) {
      String detail = refused.detail();
      String fault = detail.startsWith("must evaluate") ? "cel expression " + detail : detail;
      return new SchemaRule(json, null, fault, null, "");
    }
    Rule rule = ((RuleCompiler.Outcome.Compiled) outcome).rule();
    String text = json.path("messageExpression").asText();
    if (text.isEmpty()) {
      return new SchemaRule(json, rule, "", null, "");
    }
    return switch (compiler.compile(text, optional, ResultType.STRING)) {
      case RuleCompiler.Outcome.Compiled compiled ->
          new SchemaRule(json, rule, "", compiled.rule(), "");
      case RuleCompiler.Outcome.Refused refused ->
          new SchemaRule(json, rule, "", null, "messageExpression " + bare(refused.detail()));
    };
  }

  private static String bare(String detail) {
    return detail.startsWith("program ") ? detail.substring("program ".length()) : detail;
  }

  /** What the rule says of a value that breaks it, as far as that is always the same. */
  String usualMessage() {
    String own = json.path("message").asText();
    return own.isEmpty() ? "failed rule: " + shown() : own.strip();
  }

  /** How messages about the rule name it. */
  String shown() {
    String own = json.path("message").asText();
    return (own.isEmpty() ? json.path("rule").asText() : own).strip();
  }
}
