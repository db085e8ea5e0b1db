package dev.muster.apiserver.access;

import dev.muster.apiserver.authzconfig.ConfiguredAuthorizer;
import dev.muster.apiserver.authzconfig.PinnedChain;
import dev.muster.apiserver.reviews.ConsistentAuthorizer;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import java.util.Map;
import java.util.function.Function;

/**
 * The authorizers that decide on requests, asked with the roles and bindings of one moment. All
 * others know only what is now. Thread-safe.
 */
public final class DecidingChain implements Authorizer, ConsistentAuthorizer {
  /** The type of the authorizer that roles and bindings are for. */
  static final String RBAC = "RBAC";

  private final ConfiguredAuthorizer authorizer;
  private final PolicyRevisions policies;

  public DecidingChain(ConfiguredAuthorizer authorizer, PolicyRevisions policies) {
    this.authorizer = authorizer;
    this.policies = policies;
  }

  PolicyRevisions policies() {
    return policies;
  }

  /** As a request would be decided on now. */
  @Override
  public Decision authorize(Attributes request) {
    return authorizer.authorize(request);
  }

  /** Asks the chain that is in force, with these roles and bindings. */
  <T> T with(PolicyAt policy, Function<PinnedChain, T> questions) {
    return authorizer.pinned(Map.of(RBAC, policy.policy()::authorize), questions);
  }

  @Override
  public <T> T atOneRevision(Function<Moment, T> questions) {
    return with(policies.latest(), chain -> questions.apply(new Moment(chain, chain.waits())));
  }
}
