package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.resourcemetrics.NodeScrapes;
import dev.muster.http.Body;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/** NodeMetrics: what nodes use, asked for when somebody asks. */
final class NodeMetricsHandler implements Subresources.Handler {
  private final ClusterView cluster;
  private final NodeScrapes scrapes;
  private final Negotiation forms;
  private final InstantSource clock;

  NodeMetricsHandler(
      ClusterView cluster, NodeScrapes scrapes, Negotiation forms, InstantSource clock) {
    this.cluster = cluster;
    this.scrapes = scrapes;
    this.forms = forms;
    this.clock = clock;
  }

  @Override
  public void handle(ResourceRequest request) throws InterruptedException {
    NegotiatedEncoding form = forms.of(request.exchange(), request.kind(), request.query());
    Body body = new Body(2);
    String name = request.target().name();
    if (name.isEmpty()) {
      form.list(new NegotiatedEncoding.Page(all(request), 0, "", -1), body);
    } else {
      form.object(one(request.kind(), name), body);
    }
    request.exchange().respond(200, form.contentType(), body);
  }

  private StoredObject one(Kind kind, String name) throws InterruptedException {
    ObjectNode node =
        cluster
            .get("v1", "Node", "", name)
            .orElseThrow(() -> Status.notFound("", "nodes", name).exception());
    return metrics(kind, node, scrapes.ask(List.of(node)))
        .findFirst()
        .orElseThrow(() -> Status.notFound(kind.group(), "nodemetrics", name).exception());
  }

  private List<StoredObject> all(ResourceRequest request) throws InterruptedException {
    Selection selection = Selection.of(request.kind(), ListOptions.of(request.query(), false));
    List<ObjectNode> nodes = cluster.list("v1", "Node", "");
    scrapes.retain(nodes.stream().map(NodeMetricsHandler::nameOf).toList());
    NodeScrapes.Answers answers = scrapes.ask(nodes);
    return nodes.stream()
        .flatMap(node -> metrics(request.kind(), node, answers))
        .filter(selection)
        .toList();
  }

  private Stream<StoredObject> metrics(Kind kind, ObjectNode node, NodeScrapes.Answers answers) {
    return answers.node(nameOf(node)).stream()
        .map(
            rate -> {
              ObjectNode object = UsageObjects.of(kind, node, rate, clock);
              object.set("usage", rate.usage());
              return UsageObjects.stored(kind, object);
            });
  }

  private static String nameOf(JsonNode node) {
    return node.path("metadata").path("name").asText();
  }
}
