package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Operation;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.model.codec.Target;
import dev.muster.model.status.Status;

/**
 * Requests to be connected with something. Whatever their method, admission hears of them as
 * CONNECT, with their options as the object, before anything is looked up; and what it makes of the
 * options is what counts from then on.
 */
final class Connects implements Subresources.Handler {
  private final WriteAdmission admission;
  private final Subresources.Handler connection;

  /**
   * @param connection carries out what was admitted, from the query's options
   */
  Connects(WriteAdmission admission, Subresources.Handler connection) {
    this.admission = admission;
    this.connection = connection;
  }

  @Override
  public void handle(ResourceRequest request) throws Exception {
    if (!request.query().all("dryRun").isEmpty()) {
      throw Status.badRequest("dryRun is not supported").exception();
    }
    Target carried =
        Target.of(
            request.kind(),
            request.kind().subresource(request.target().subresource()).orElseThrow());
    ObjectNode options = ConnectOptions.of(carried, request);
    WriteRequest asked =
        request.write(request.options(WriteOptions.Verb.CREATE), request.warnings());
    admission.admit(Operation.CONNECT, asked, options, null);
    admission.validate(Operation.CONNECT, asked, options, null);
    connection.handle(request.with(ConnectOptions.query(options)));
  }
}
