package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** When an indexed Job counts as done though not all its indexes are. */
record SuccessPolicy(JsonNode rules, int completions) {

  /** Which rule is met, in words. */
  Optional<String> met(CompletionIndexes succeeded) {
    int at = 0;
    for (JsonNode rule : rules) {
      if (!succeeded.isEmpty() && met(rule, succeeded)) {
        return Optional.of("Matched rules at index " + at);
      }
      at++;
    }
    return Optional.empty();
  }

  private boolean met(JsonNode rule, CompletionIndexes succeeded) {
    JsonNode count = rule.path("succeededCount");
    if (!rule.hasNonNull("succeededIndexes")) {
      return count.isNumber() && succeeded.total() >= count.intValue();
    }
    CompletionIndexes wanted =
        CompletionIndexes.parse(rule.path("succeededIndexes").asText(), completions);
    int done = wanted.common(succeeded);
    return !wanted.isEmpty()
        && (done == wanted.total() || count.isNumber() && done >= count.intValue());
  }
}
