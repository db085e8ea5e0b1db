package dev.muster.authz.webhook;

import dev.muster.authz.Decision;
import dev.muster.authz.Grant;
import java.util.List;

/** The status of an answered review. */
record ReviewAnswer(boolean allowed, boolean denied, String reason) {
  private static final Grant GRANT = () -> "mode Webhook";

  Decision decision() {
    if (denied && allowed) {
      return new Decision.Deny(
          reason, List.of("webhook subject access review returned both allow and deny response"));
    }
    if (denied) {
      return new Decision.Deny(reason, List.of());
    }
    return allowed ? new Decision.Allow(GRANT, reason) : new Decision.NoOpinion(reason, List.of());
  }
}
