package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.resourcemetrics.NodeScrapes;
import dev.muster.apiserver.resourcemetrics.UsageRate;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetricsV1beta1.MutableNodeMetrics;
import dev.muster.views.MetricsV1beta1.MutablePodMetrics;
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
    ObjectMeta metadata = Pod.of(pod).metadata();
    Map<String, UsageRate> rates =
        runs(pod)
            ? answers.pod(nodeOf(pod), metadata.namespace().text(), metadata.name().text())
            : Map.of();
    return rates.values().stream()
        .min(Comparator.comparing(UsageRate::at))
        .map(
            oldest -> {
              MutableNodeMetrics object = UsageObjects.of(kind, pod, oldest, clock);
              var containers = MutablePodMetrics.of(object.tree()).containers();
              rates.forEach((name, rate) -> containers.add().name(name).usage(rate.usage()));
              return UsageObjects.stored(kind, object);
            })
        .stream();
  }

  private static boolean runs(JsonNode pod) {
    return Pod.of(pod).status().phase().text().equals("Running");
  }

  private static String nodeOf(JsonNode pod) {
    return Pod.of(pod).spec().nodeName().text();
  }
}
