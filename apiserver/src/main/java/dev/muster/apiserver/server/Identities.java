package dev.muster.apiserver.server;

import dev.muster.apiserver.authn.Authenticator;
import dev.muster.apiserver.authn.Impersonation;
import dev.muster.apiserver.authn.ImpersonationTarget;
import dev.muster.apiserver.authn.Result;
import dev.muster.apiserver.handlers.Identification;
import dev.muster.apiserver.handlers.Refusals;
import dev.muster.apiserver.handlers.RequestAttributes;
import dev.muster.apiserver.impersonation.ConstrainedImpersonation;
import dev.muster.apiserver.impersonation.WantedUser;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Refusal;
import dev.muster.authz.User;
import dev.muster.http.Exchange;
import dev.muster.kinds.features.Feature;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.model.status.Status;
import java.util.Optional;

/**
 * In whose name a request is made: the user it proves to be from, or the one that user may
 * impersonate.
 */
final class Identities implements Identification {
  private final Authenticator authenticator;
  private final Authorizer authorizer;
  private final AccessObserver observer;
  private final Refusals refusals;
  private final Optional<ConstrainedImpersonation> constrained;

  Identities(
      Authenticator authenticator,
      Authorizer authorizer,
      AccessObserver observer,
      Refusals refusals,
      FeatureGates gates) {
    this.authenticator = authenticator;
    this.authorizer = authorizer;
    this.observer = observer;
    this.refusals = refusals;
    this.constrained =
        gates.enabled(Feature.CONSTRAINED_IMPERSONATION)
            ? Optional.of(new ConstrainedImpersonation(authorizer))
            : Optional.empty();
  }

  @Override
  public User identify(Exchange exchange) {
    User user =
        switch (authenticator.authenticate(exchange)) {
          case Result.Authenticated known -> known.user();
          case Result.NoCredentials none -> throw Status.unauthorized().exception();
          case Result.Refused refused -> throw Status.unauthorized().exception();
        };
    observer.identified(exchange, user);
    if (constrained.isPresent()) {
      return constrained(constrained.get(), exchange, user);
    }
    Optional<Impersonation> impersonation = Impersonation.of(exchange);
    if (impersonation.isEmpty()) {
      return user;
    }
    for (ImpersonationTarget target : impersonation.get().targets()) {
      check(exchange, user, target);
    }
    User other = impersonation.get().user();
    observer.impersonates(exchange, other);
    return other;
  }

  private User constrained(ConstrainedImpersonation ways, Exchange exchange, User user) {
    Optional<WantedUser> wanted = WantedUser.of(exchange);
    if (wanted.isEmpty()) {
      return user;
    }
    Query query = Query.parse(exchange.query());
    Attributes request = RequestAttributes.of(user, RequestInfo.of(exchange, query), query);
    User other = ways.impersonate(wanted.get(), request);
    observer.impersonates(exchange, other);
    return other;
  }

  private void check(Exchange exchange, User user, ImpersonationTarget target) {
    Attributes attributes =
        Attributes.resource(
            user,
            "impersonate",
            target.apiGroup(),
            target.apiVersion(),
            target.resource(),
            target.subresource(),
            target.namespace(),
            target.name());
    long asked = refusals.now();
    Decision decision = authorizer.authorize(attributes);
    if (!decision.allowed()) {
      observer.decided(exchange, attributes, decision);
      Status plain =
          Status.forbidden(
              target.apiGroup(),
              target.resource(),
              target.name(),
              Refusal.message(attributes, decision.reason()));
      throw refusals.refused(exchange, attributes, decision, asked, plain).exception();
    }
  }
}
