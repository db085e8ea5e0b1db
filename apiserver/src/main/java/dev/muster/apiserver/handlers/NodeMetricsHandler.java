package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.resourcemetrics.NodeScrapes;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.MetricsV1beta1.MutableNodeMetrics;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/** NodeMetrics: what nodes use, asked for when somebody asks. */
final class NodeMetricsHandler extends UsageHandler {
  NodeMetricsHandler(
      ClusterView cluster, NodeScrapes scrapes, Negotiation encodings, InstantSource clock) {
    super(cluster, scrapes, encodings, clock);
  }

  @Override
  StoredObject one(ResourceRequest request) throws InterruptedException {
    Kind kind = request.kind();
    String name = request.target().name();
    ObjectNode node =
        cluster
            .get("v1", "Node", "", name)
            .orElseThrow(() -> Status.notFound("", "nodes", name).exception());
    return metrics(kind, node, scrapes.ask(List.of(node)))
        .findFirst()
        .orElseThrow(() -> Status.notFound(kind.group(), "nodemetrics", name).exception());
  }

  @Override
  List<StoredObject> all(ResourceRequest request) throws InterruptedException {
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
              MutableNodeMetrics object = UsageObjects.of(kind, node, rate, clock);
              object.usage().set(rate.usage());
              return UsageObjects.stored(kind, object);
            });
  }

  private static String nameOf(JsonNode node) {
    return Node.of(node).metadata().name().text();
  }
}
