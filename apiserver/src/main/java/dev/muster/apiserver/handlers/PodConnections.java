package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.apiserver.backends.NodeAddress;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.Query;
import dev.muster.client.http.BackendAnswer;
import dev.muster.client.http.Header;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.ForwardedHeaders;
import dev.muster.kinds.pods.PodConnect;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests that end at a pod's node: log, exec, attach, portforward. What can be decided here is
 * decided here; the rest is the node's, and its connection is passed through.
 */
final class PodConnections implements Subresources.Handler {
  private static final Set<String> LOG_OPTIONS =
      Set.of(
          "follow",
          "previous",
          "timestamps",
          "tailLines",
          "limitBytes",
          "sinceSeconds",
          "sinceTime");

  private final ConnectAccess access;
  private final Registry registry;
  private final Kind nodes;
  private final BackendConnections connections;

  PodConnections(
      ConnectAccess access, Registry registry, Kinds kinds, BackendConnections connections) {
    this.access = access;
    this.registry = registry;
    this.nodes = kinds.byKind("v1", "Node").orElseThrow();
    this.connections = connections;
  }

  @Override
  public void handle(ResourceRequest request) throws IOException {
    access.check(request);
    String name = request.target().name();
    ObjectNode pod =
        registry.get(request.stored(), request.target().namespace(), name).value().tree();
    String subresource = request.target().subresource();
    boolean log = subresource.equals("log");
    if (log) {
      validateLog(request.query(), name);
    }
    String container = "";
    if (!subresource.equals("portforward")) {
      container = PodConnect.container(pod, request.query().text("container"));
    }
    if (log && Pod.of(pod).spec().nodeName().text().isEmpty()) {
      request.exchange().respond(204, "", new byte[0]);
      return;
    }
    NodeAddress node = address(PodConnect.node(pod), name);
    String where = request.target().namespace() + "/" + name;
    switch (subresource) {
      case "log" -> log(request, node, "/containerLogs/" + where + "/" + container, name);
      case "exec" ->
          stream(request, node, "/exec/" + where + "/" + container + streams(request.query()));
      case "attach" ->
          stream(request, node, "/attach/" + where + "/" + container + streams(request.query()));
      case "portforward" -> stream(request, node, "/portForward/" + where + ports(request.query()));
      default -> throw Status.unknownResource().exception();
    }
  }

  private NodeAddress address(String node, String pod) {
    @Nullable Entry<StoredObject> found = registry.find(nodes, "", node);
    if (found == null) {
      throw Status.of(
              503,
              "ServiceUnavailable",
              "the node \""
                  + node
                  + "\" of pod \""
                  + pod
                  + "\" cannot be reached: no node agent has registered with this server")
          .exception();
    }
    return NodeAddress.of(found.value().tree());
  }

  private void log(ResourceRequest request, NodeAddress node, String path, String pod)
      throws IOException {
    List<String> options = new ArrayList<>();
    for (String option : LOG_OPTIONS) {
      if (request.query().has(option)) {
        options.add(option + "=" + encoded(request.query().text(option)));
      }
    }
    String target = path + (options.isEmpty() ? "" : "?" + String.join("&", options));
    try (BackendAnswer answer = connections.send(node, "GET", target, List.of())) {
      if (answer.code() != 200) {
        throw refusal(answer, pod);
      }
      Exchange.Stream stream = request.exchange().stream(200, "text/plain");
      stream.onGone(() -> close(answer));
      try {
        byte[] block = new byte[32 * 1024];
        for (int n = answer.body().read(block); n >= 0; n = answer.body().read(block)) {
          stream.write(Body.of(Arrays.copyOf(block, n)));
        }
        stream.close();
      } catch (IOException e) {
        // the client is gone, and so the node's connection was closed; or the node broke off
        stream.abort();
      }
    }
  }

  private static void close(BackendAnswer answer) {
    try {
      answer.close();
    } catch (IOException e) {
      // nothing is lost
    }
  }

  private void stream(ResourceRequest request, NodeAddress node, String target) throws IOException {
    Exchange exchange = request.exchange();
    if (!ForwardedHeaders.upgrades(exchange)) {
      throw Status.badRequest("Upgrade request required").exception();
    }
    List<Header> headers = new ArrayList<>(ForwardedHeaders.of(exchange));
    headers.removeIf(header -> header.is("Cookie"));
    BackendAnswer answer = connections.send(node, exchange.method(), target, headers);
    if (answer.code() != 101) {
      try (answer) {
        throw refusal(answer, request.target().name());
      }
    }
    for (Header header : answer.headers()) {
      if (ofProtocol(header.name().toLowerCase(Locale.ROOT))) {
        exchange.addHeader(header.name(), header.value());
      }
    }
    exchange.passThrough(answer);
  }

  /** What a client must know of the protocol that was agreed on; the rest is the node's own. */
  private static boolean ofProtocol(String header) {
    return header.equals("connection")
        || header.equals("upgrade")
        || header.equals("x-stream-protocol-version")
        || header.startsWith("sec-websocket-");
  }

  private static RuntimeException refusal(BackendAnswer answer, String pod) throws IOException {
    String message = answer.problem();
    return switch (answer.code()) {
      case 400 -> Status.badRequest(message).exception();
      case 404 -> Status.of(404, "NotFound", message).exception();
      case 403, 401 ->
          Status.internal("the node of pod \"" + pod + "\" refuses this server").exception();
      default ->
          answer.code() >= 400
              ? Status.of(answer.code(), "InternalError", message).exception()
              : Status.internal(
                      "the node of pod \"" + pod + "\" answered with code " + answer.code())
                  .exception();
    };
  }

  /** Kubelets' names for the streams. */
  private static String streams(Query query) {
    List<String> all = new ArrayList<>();
    query.all("command").forEach(word -> all.add("command=" + encoded(word)));
    add(all, query, "stdin", "input");
    add(all, query, "stdout", "output");
    add(all, query, "stderr", "error");
    add(all, query, "tty", "tty");
    return "?" + String.join("&", all);
  }

  private static void add(List<String> to, Query query, String name, String nodes) {
    if (query.flag(name)) {
      to.add(nodes + "=1");
    }
  }

  private static String ports(Query query) {
    List<String> all = new ArrayList<>();
    query.all("ports").forEach(port -> all.add("port=" + encoded(port)));
    return all.isEmpty() ? "" : "?" + String.join("&", all);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
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
