package dev.muster.authz.rbac;

import dev.muster.authz.Decision;
import org.jspecify.annotations.Nullable;

/**
 * A role with its rules and the answers that they have given, typed and side by side: a check reads
 * one of them without looking at the answer itself. Answers are written and read by any thread; one
 * that is lost in a race is made again.
 */
final class ReadyAnswers {
  private static final Decision.@Nullable Allow[] NONE = new Decision.Allow[0];

  private final CompiledRole role;
  private final CompiledRules rules;
  private final Decision.@Nullable Allow[] others;
  private Decision.@Nullable Allow first;

  ReadyAnswers(CompiledRole role) {
    this.role = role;
    this.rules = role.rules();
    this.others = rules.size() < 2 ? NONE : new Decision.Allow[rules.size() - 1];
  }

  CompiledRole role() {
    return role;
  }

  CompiledRules rules() {
    return rules;
  }

  /** What the rule has answered; null if it has not been asked yet. */
  Decision.@Nullable Allow of(int rule) {
    return rule == 0 ? first : others[rule - 1];
  }

  void keep(int rule, Decision.Allow answer) {
    if (rule == 0) {
      first = answer;
    } else {
      others[rule - 1] = answer;
    }
  }
}
