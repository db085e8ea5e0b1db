package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.WriteGuard;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Refusal;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import org.jspecify.annotations.Nullable;

/** Whoever creates an object by an update or an apply needs the verb create as well. */
final class CreateByUpdateGuard implements WriteGuard {
  private final Authorizer authorizer;

  CreateByUpdateGuard(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  @Override
  public void check(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    if (old != null || request.name().isEmpty()) {
      return;
    }
    Kind kind = request.asked();
    Attributes attributes =
        Attributes.resource(
            request.user(),
            "create",
            kind.group(),
            kind.version(),
            kind.plural(),
            request.subresource(),
            request.namespace(),
            request.name());
    Decision decision = authorizer.authorize(attributes);
    if (!decision.allowed()) {
      throw Status.forbidden(
              kind.group(),
              kind.plural(),
              request.name(),
              Refusal.message(attributes, decision.reason()))
          .exception();
    }
  }
}
