package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.Errors;
import dev.muster.api.field.Path;
import dev.muster.api.status.Status;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.request.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

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
    ObjectNode pod =
        registry
            .get(request.stored(), request.info().namespace(), request.info().name())
            .value()
            .tree();
    String name = request.info().name();
    String subresource = request.info().subresource();
    boolean log = subresource.equals("log");
    if (log) {
      validateLog(request.query(), name);
    }
    if (!subresource.equals("portforward") && !subresource.equals("proxy")) {
      container(pod, name, request.query().text("container"));
    }
    if (pod.path("spec").path("nodeName").asText().isEmpty()) {
      if (log) {
        request.exchange().respond(204, "", new byte[0]);
        return;
      }
      throw Status.badRequest("pod " + name + " does not have a host assigned").exception();
    }
    throw Status.of(
            503,
            "ServiceUnavailable",
            "the node \""
                + pod.path("spec").path("nodeName").asText()
                + "\" of pod \""
                + name
                + "\" cannot be reached: no node agent has registered with this server")
        .exception();
  }

  private static void container(ObjectNode pod, String name, String wanted) {
    List<String> running = names(pod, "containers");
    List<String> all = new ArrayList<>(running);
    all.addAll(names(pod, "initContainers"));
    all.addAll(names(pod, "ephemeralContainers"));
    if (wanted.isEmpty()) {
      if (running.size() > 1) {
        StringBuilder message =
            new StringBuilder(
                "a container name must be specified for pod " + name + ", choose one of: [");
        message.append(String.join(" ", running)).append(']');
        List<String> init = names(pod, "initContainers");
        if (!init.isEmpty()) {
          message
              .append(" or one of the init containers: [")
              .append(String.join(" ", init))
              .append(']');
        }
        List<String> ephemeral = names(pod, "ephemeralContainers");
        if (!ephemeral.isEmpty()) {
          message
              .append(" or one of the ephemeral containers: [")
              .append(String.join(" ", ephemeral))
              .append(']');
        }
        throw Status.badRequest(message.toString()).exception();
      }
    } else if (!all.contains(wanted)) {
      throw Status.badRequest("container " + wanted + " is not valid for pod " + name).exception();
    }
  }

  private static List<String> names(ObjectNode pod, String list) {
    List<String> out = new ArrayList<>();
    for (JsonNode container : pod.path("spec").path(list)) {
      out.add(container.path("name").asText());
    }
    return out;
  }

  private static void validateLog(Query query, String name) {
    Errors errors = new Errors();
    OptionalLong tail = query.number("tailLines");
    if (tail.isPresent() && tail.getAsLong() < 0) {
      errors.invalid(
          Path.of("tailLines"),
          Long.toString(tail.getAsLong()),
          "must be greater than or equal to 0");
    }
    OptionalLong limit = query.number("limitBytes");
    if (limit.isPresent() && limit.getAsLong() < 1) {
      errors.invalid(
          Path.of("limitBytes"), Long.toString(limit.getAsLong()), "must be greater than 0");
    }
    OptionalLong seconds = query.number("sinceSeconds");
    if (seconds.isPresent() && query.has("sinceTime")) {
      errors.forbidden(
          Path.of("[]"), "at most one of `sinceTime` or `sinceSeconds` may be specified");
    } else if (seconds.isPresent() && seconds.getAsLong() < 1) {
      errors.invalid(
          Path.of("sinceSeconds"), Long.toString(seconds.getAsLong()), "must be greater than 0");
    }
    if (!errors.isEmpty()) {
      throw Status.invalid("", "PodLogOptions", name, errors).exception();
    }
  }
}
