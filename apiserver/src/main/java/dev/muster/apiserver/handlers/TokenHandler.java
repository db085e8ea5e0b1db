package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Operation;
import dev.muster.apiserver.registry.ObjectPlacement;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.reviews.TokenRequests;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Target;
import dev.muster.model.types.Schema;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.InstantSource;
import java.util.function.Consumer;

/** {@code serviceaccounts/token}: from a body to a token. */
final class TokenHandler implements Subresources.Handler {
  private final Bodies bodies;
  private final ManagedFields owners;
  private final WriteAdmission admission;
  private final TokenRequests tokens;
  private final InstantSource clock;
  private final Target target;

  TokenHandler(
      Bodies bodies,
      ManagedFields owners,
      WriteAdmission admission,
      TokenRequests tokens,
      InstantSource clock) {
    this.bodies = bodies;
    this.owners = owners;
    this.admission = admission;
    this.tokens = tokens;
    this.clock = clock;
    this.target =
        new Target(
            "authentication.k8s.io",
            "v1",
            "TokenRequest",
            Schema.kubernetes().struct("authentication/v1.TokenRequest"));
  }

  @Override
  public void handle(ResourceRequest request) {
    WriteOptions options = request.options(WriteOptions.Verb.CREATE);
    Consumer<String> warn = request.warnings();
    ObjectNode object = request.read(bodies, target, options, warn);
    TokenRequests.applyDefaults(object);
    request.exchange().understood(object);
    ObjectPlacement.in(request.target().namespace(), MutableObjectMeta.ofObject(object));
    owners.created(
        target.type(),
        target.apiVersion(),
        object,
        new Write(options.manager(), "token", clock.instant()));
    WriteRequest write = request.write(options, warn);
    admission.admit(Operation.CREATE, write, object, null);
    ObjectNode answer =
        tokens.answer(
            request.target().namespace(),
            request.target().name(),
            object,
            checked -> admission.validate(Operation.CREATE, write, checked, null));
    Answers.object(request.exchange(), 201, target.type(), answer);
  }
}
