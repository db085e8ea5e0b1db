package dev.muster.access.auditlog;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** What became of a request as far as authorization is concerned. */
public enum RequestOutcome {
  /** An authorizer allowed it; what came later, such as admission, may have refused it. */
  ALLOWED,
  /** No authorizer allowed it. */
  REFUSED,
  /** It never came to a decision: not authenticated, turned away, failed. */
  UNDECIDED;

  private static final Set<Integer> BEFORE = Set.of(0, 401, 429);
  private static final int FORBIDDEN = 403;
  private static final int BROKEN = 500;

  /** The server's own note decides; a log without notes is read by the codes of its answers. */
  static RequestOutcome of(JsonNode annotations, JsonNode status) {
    return switch (annotations.path("authorization.k8s.io/decision").asText()) {
      case "allow" -> ALLOWED;
      case "forbid" -> REFUSED;
      default -> byCode(status);
    };
  }

  private static RequestOutcome byCode(JsonNode status) {
    int code = status.path("code").asInt();
    if (code == FORBIDDEN) {
      // a refusal to be somebody else is none of the request itself
      boolean other = status.path("message").asText().contains(" cannot impersonate");
      return other ? UNDECIDED : REFUSED;
    }
    return BEFORE.contains(code) || code >= BROKEN ? UNDECIDED : ALLOWED;
  }
}
