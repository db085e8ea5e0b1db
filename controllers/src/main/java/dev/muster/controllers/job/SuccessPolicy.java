package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.views.BatchV1.SuccessPolicyRule;
import java.util.Optional;

/** When an indexed Job counts as done though not all its indexes are. */
record SuccessPolicy(JsonNode rules, int completions) {

  /** Which rule is met, in words. */
  Optional<String> met(CompletionIndexes succeeded) {
    int at = 0;
    for (JsonNode rule : rules) {
      if (!succeeded.isEmpty() && met(SuccessPolicyRule.of(rule), succeeded)) {
        return Optional.of("Matched rules at index " + at);
      }
      at++;
    }
    return Optional.empty();
  }

  private boolean met(SuccessPolicyRule rule, CompletionIndexes succeeded) {
    At count = rule.succeededCount();
    if (!rule.succeededIndexes().present()) {
      return count.present() && succeeded.total() >= count.number();
    }
    CompletionIndexes wanted = CompletionIndexes.parse(rule.succeededIndexes().text(), completions);
    int done = wanted.common(succeeded);
    return !wanted.isEmpty()
        && (done == wanted.total() || count.present() && done >= count.number());
  }
}
