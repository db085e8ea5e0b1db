package dev.muster.authz.webhook;

import dev.muster.authz.Decision;
import dev.muster.authz.Grant;
import java.util.List;

/** The status of an answered review. */
record ReviewAnswer(boolean allowed, boolean denied, String reason, String evaluationError) {
  private static final Grant GRANT = () -> "mode Webhook";

  Decision decision() {
    if (denied && allowed) {
      return new Decision.Deny(
          reason, List.of("webhook subject access review returned both allow and deny response"));
    }
    if (denied) {
      return new Decision.Deny(reason, List.of());
    }
    return allowed
        ? new Decision.Allow(GRANT, reason)
        : new Decision.NoOpinion(explained(), List.of());
  }

  /** What the service could not evaluate belongs to why it has no opinion. */
  private String explained() {
    if (evaluationError.isEmpty()) {
      return reason;
    }
    return reason.isEmpty() ? evaluationError : reason + ": " + evaluationError;
  }
}
