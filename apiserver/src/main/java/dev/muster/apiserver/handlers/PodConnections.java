package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.Errors;
import dev.muster.api.pods.PodConnect;
import dev.muster.api.status.Status;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.request.Query;

/**
 * Requests that end at a pod's node: log, exec, attach, portforward. What can be decided here is
 * decided here; the rest is the node's, and a cluster without one says so.
 */
final class PodConnections implements Subresources.Handler {
  private final Registry registry;

  PodConnections(Registry registry) {
    this.registry = registry;
  }

  @Override
  public void handle(ResourceRequest request) {
    String name = request.info().name();
    ObjectNode pod =
        registry.get(request.stored(), request.info().namespace(), name).value().tree();
    String subresource = request.info().subresource();
    boolean log = subresource.equals("log");
    if (log) {
      validateLog(request.query(), name);
    }
    if (!subresource.equals("portforward") && !subresource.equals("proxy")) {
      PodConnect.container(pod, request.query().text("container"));
    }
    if (log && pod.path("spec").path("nodeName").asText().isEmpty()) {
      request.exchange().respond(204, "", new byte[0]);
      return;
    }
    String node = PodConnect.node(pod);
    throw Status.of(
            503,
            "ServiceUnavailable",
            "the node \""
                + node
                + "\" of pod \""
                + name
                + "\" cannot be reached: no node agent has registered with this server")
        .exception();
  }

  private static void validateLog(Query query, String name) {
    Errors errors = new Errors();
    new PodConnect.LogOptions(
            query.number("tailLines"),
            query.number("limitBytes"),
            query.number("sinceSeconds"),
            query.has("sinceTime"),
            query.has("stream"))
        .validate(errors);
    if (!errors.isEmpty()) {
      throw Status.invalid("", "PodLogOptions", name, errors).exception();
    }
  }
}
