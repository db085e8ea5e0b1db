package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.visibility.Visibility;
import dev.muster.authz.User;
import dev.muster.http.Exchange;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import java.util.function.Consumer;

/**
 * An authorized request for a resource.
 *
 * @param target what it is about, and all that it may touch
 * @param visible which objects of a collection its caller may see
 */
record ResourceRequest(
    Exchange exchange, ResourceTarget target, Query query, User user, Visibility visible) {

  static final int BODY_LIMIT = 3 * 1024 * 1024;

  /** In the version that was asked for. */
  Kind kind() {
    return target.kind();
  }

  /** In the version that is stored. */
  Kind stored() {
    return target.stored();
  }

  /** Warnings become headers, each once. */
  Consumer<String> warnings() {
    return new Warnings(exchange);
  }

  /** The body as an object of a type, with the kind and version of the type. */
  ObjectNode read(Bodies bodies, Target target, WriteOptions options, Consumer<String> warn) {
    Bodies.Body body =
        bodies.read(
            target,
            exchange.header("Content-Type"),
            exchange.body(BODY_LIMIT),
            options.validation());
    body.warnings().forEach(warn);
    return target.putTypeMeta(body.object());
  }

  /** The same with another query. */
  ResourceRequest with(Query other) {
    return new ResourceRequest(exchange, target, other, user, visible);
  }

  WriteRequest write(WriteOptions options, Consumer<String> warn) {
    return new WriteRequest(
        target.stored(),
        target.kind(),
        target.namespace(),
        target.name(),
        target.subresource(),
        user,
        options.dryRun(),
        options.manager(),
        options.given(),
        warn);
  }

  WriteOptions options(WriteOptions.Verb verb) {
    return WriteOptions.of(verb, query, exchange.header("User-Agent"));
  }
}
