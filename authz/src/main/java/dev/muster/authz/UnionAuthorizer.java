package dev.muster.authz;

import java.util.ArrayList;
import java.util.List;

/**
 * Asks authorizers in order: the first allow or explicit deny is the answer. If none has an
 * opinion, the answer carries the reasons of all, one per line, and every problem met.
 */
public final class UnionAuthorizer implements Authorizer {
  private final Authorizer[] authorizers;

  /** Asks them in this order. */
  public UnionAuthorizer(List<? extends Authorizer> authorizers) {
    this.authorizers = authorizers.toArray(Authorizer[]::new);
  }

  /** Hears what an authorizer said. */
  @FunctionalInterface
  public interface Listener {
    /** The authorizer at this place, from 0, said so. */
    void heard(int place, Decision said);
  }

  @Override
  public Decision authorize(Attributes request) {
    return authorize(request, (place, said) -> {});
  }

  /** The same decision, made once, and what each of those said to it that were asked. */
  public Decision authorize(Attributes request, Listener listener) {
    Decision.NoOpinion soFar = Decision.NoOpinion.SILENT;
    for (int i = 0; i < authorizers.length; i++) {
      Decision said = authorizers[i].authorize(request);
      listener.heard(i, said);
      switch (said) {
        case Decision.Allow allow -> {
          return allow;
        }
        case Decision.Deny deny -> {
          return deny;
        }
        case Decision.NoOpinion next -> soFar = join(soFar, next);
      }
    }
    return soFar;
  }

  private static Decision.NoOpinion join(Decision.NoOpinion a, Decision.NoOpinion b) {
    if (isSilent(b)) {
      return a;
    }
    if (isSilent(a)) {
      return b;
    }
    var problems = new ArrayList<>(a.problems());
    problems.addAll(b.problems());
    String glue = a.reason().isEmpty() || b.reason().isEmpty() ? "" : "\n";
    return new Decision.NoOpinion(a.reason() + glue + b.reason(), problems);
  }

  private static boolean isSilent(Decision.NoOpinion decision) {
    return decision.reason().isEmpty() && decision.problems().isEmpty();
  }
}
