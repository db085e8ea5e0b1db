package dev.muster.authz;

import java.util.List;

/** Mode AlwaysAllow: every request is allowed, without a reason. */
public final class AlwaysAllow implements Authorizer, RuleResolver {
  private static final Decision.Allow ALLOW = new Decision.Allow(() -> "mode AlwaysAllow", "");
  private static final List<String> ALL = List.of("*");
  private static final Rules RULES =
      new Rules(
          List.of(new Rules.ResourceRule(ALL, ALL, ALL, List.of())),
          List.of(new Rules.NonResourceRule(ALL, ALL)),
          false,
          "");

  @Override
  public Decision authorize(Attributes request) {
    return ALLOW;
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return RULES;
  }
}
