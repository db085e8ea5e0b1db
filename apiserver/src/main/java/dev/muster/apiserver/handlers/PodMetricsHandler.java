package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.resourcemetrics.NodeScrapes;
import dev.muster.apiserver.resourcemetrics.UsageRate;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** PodMetrics: what the containers of running pods use, asked for when somebody asks. */
final class PodMetricsHandler extends UsageHandler {
  PodMetricsHandler(
      ClusterView cluster, NodeScrapes scrapes, Negotiation encodings, InstantSource clock) {
    super(cluster, scrapes, encodings, clock);
  }

  @Override
  StoredObject one(ResourceRequest request) throws InterruptedException {
    Kind kind = request.kind();
    String namespace = request.target().namespace();
    String name = request.target().name();
    String full = namespace + "/" + name;
    ObjectNode pod =
        cluster
            .get("v1", "Pod", namespace, name)
            .orElseThrow(() -> Status.notFound("", "pods", full).exception());
    NodeScrapes.Answers answers = ask(List.of(pod));
    return metrics(kind, pod, answers)
        .findFirst()
        .orElseThrow(() -> Status.notFound(kind.group(), "podmetrics", full).exception());
  }

  @Override
  List<StoredObject> all(ResourceRequest request) throws InterruptedException {
    Selection selection = Selection.of(request.kind(), ListOptions.of(request.query(), false));
    List<ObjectNode> pods =
        cluster.list("v1", "Pod", request.target().namespace()).stream()
            .filter(PodMetricsHandler::runs)
            .toList();
    NodeScrapes.Answers answers = ask(pods);
    return pods.stream()
        .flatMap(pod -> metrics(request.kind(), pod, answers))
        .filter(selection)
        .toList();
  }

  private NodeScrapes.Answers ask(List<ObjectNode> pods) throws InterruptedException {
    List<ObjectNode> nodes =
        pods.stream()
            .map(PodMetricsHandler::nodeOf)
            .filter(node -> !node.isEmpty())
            .distinct()
            .map(node -> cluster.get("v1", "Node", "", node))
            .flatMap(Optional::stream)
            .toList();
    return scrapes.ask(nodes);
  }

  private Stream<StoredObject> metrics(Kind kind, ObjectNode pod, NodeScrapes.Answers answers) {
    JsonNode metadata = pod.path("metadata");
    Map<String, UsageRate> rates =
        runs(pod)
            ? answers.pod(
                nodeOf(pod), metadata.path("namespace").asText(), metadata.path("name").asText())
            : Map.of();
    return rates.values().stream()
        .min(Comparator.comparing(UsageRate::at))
        .map(
            oldest -> {
              ObjectNode object = UsageObjects.of(kind, pod, oldest, clock);
              ArrayNode containers = object.putArray("containers");
              rates.forEach(
                  (name, rate) ->
                      containers.addObject().put("name", name).set("usage", rate.usage()));
              return UsageObjects.stored(kind, object);
            })
        .stream();
  }

  private static boolean runs(JsonNode pod) {
    return pod.path("status").path("phase").asText().equals("Running");
  }

  private static String nodeOf(JsonNode pod) {
    return pod.path("spec").path("nodeName").asText();
  }
}
