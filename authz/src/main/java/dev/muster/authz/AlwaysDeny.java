package dev.muster.authz;

import java.util.List;

/** Mode AlwaysDeny: allows nothing, but leaves the word to the modes after it. */
public final class AlwaysDeny implements Authorizer, RuleResolver {
  private static final Decision FORBIDDEN =
      new Decision.NoOpinion("Everything is forbidden.", List.of());

  @Override
  public Decision authorize(Attributes request) {
    return FORBIDDEN;
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return Rules.NONE;
  }
}
