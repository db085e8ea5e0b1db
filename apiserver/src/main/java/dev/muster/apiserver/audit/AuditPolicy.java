package dev.muster.apiserver.audit;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which requests are logged: the first rule that matches decides; without one, none. */
public record AuditPolicy(List<AuditRule> rules) {
  public AuditPolicy {
    rules = List.copyOf(rules);
  }

  /** Everything at level Metadata, once its answer is known. */
  public static AuditPolicy defaults() {
    return new AuditPolicy(
        List.of(
            new AuditRule(
                AuditLevel.METADATA,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Set.of(AuditStage.REQUEST_RECEIVED))));
  }

  /** The rule for a request that is to be logged. */
  Optional<AuditRule> ruleFor(User user, RequestInfo info) {
    for (AuditRule rule : rules) {
      if (rule.matches(user, info)) {
        return rule.level() == AuditLevel.NONE ? Optional.empty() : Optional.of(rule);
      }
    }
    return Optional.empty();
  }
}
