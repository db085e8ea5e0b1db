package dev.muster.apiserver.server;

import dev.muster.apiserver.authn.Authenticator;
import dev.muster.apiserver.authn.Impersonation;
import dev.muster.apiserver.authn.ImpersonationTarget;
import dev.muster.apiserver.authn.Result;
import dev.muster.apiserver.handlers.Identification;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Refusal;
import dev.muster.authz.User;
import dev.muster.http.Exchange;
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

  Identities(Authenticator authenticator, Authorizer authorizer, AccessObserver observer) {
    this.authenticator = authenticator;
    this.authorizer = authorizer;
    this.observer = observer;
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
    Decision decision = authorizer.authorize(attributes);
    if (!decision.allowed()) {
      observer.decided(exchange, decision);
      throw Status.forbidden(
              target.apiGroup(),
              target.resource(),
              target.name(),
              Refusal.message(attributes, decision.reason()))
          .exception();
    }
  }
}
