package dev.muster.apiserver.authzconfig;

import dev.muster.authz.Decision;
import java.util.List;
import java.util.Optional;

/**
 * A decision, and what was said on the way to it.
 *
 * @param privileged whether it was the group that may do anything, which is asked before all others
 * @param asked the authorizers of the chain in their order, those behind the deciding one included
 */
public record TracedDecision(Decision decision, boolean privileged, List<Asked> asked) {
  public TracedDecision {
    asked = List.copyOf(asked);
  }

  /**
   * One authorizer of the chain.
   *
   * @param said empty if it was not asked, because somebody before it decided
   */
  public record Asked(String type, String name, Optional<Decision> said) {
    /** Whether the answer was settled here. */
    public boolean decides() {
      return said.isPresent() && !(said.get() instanceof Decision.NoOpinion);
    }

    /** {@code RBAC}, or {@code Webhook(name)} where there may be several. */
    public String shown() {
      return type.equals(AuthorizerConfiguration.WEBHOOK) ? type + "(" + name + ")" : type;
    }
  }
}
