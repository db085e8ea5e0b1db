package dev.muster.node.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.metrics.ResourceMetrics;
import dev.muster.node.pods.PodWorkers;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Which request goes where. */
public final class NodeRequests {
  private final PodWorkers pods;
  private final NodeMetrics metrics;
  private final ResourceMetrics usage;
  private final LogRequests logs;
  private final StreamRequests streams;

  public NodeRequests(
      PodWorkers pods,
      NodeMetrics metrics,
      ResourceMetrics usage,
      LogRequests logs,
      StreamRequests streams) {
    this.pods = pods;
    this.metrics = metrics;
    this.usage = usage;
    this.logs = logs;
    this.streams = streams;
  }

  void answer(NodeRequest request) throws IOException, HttpProblem {
    switch (request.first()) {
      case "healthz" -> respond(request, "text/plain", "ok");
      case "metrics" -> respond(request, "text/plain; version=0.0.4", metricsPage(request));
      case "pods" -> respond(request, "application/json", podList().toString());
      case "containerLogs" -> logs.answer(request, pod(request, 4));
      case "exec" -> streams.exec(request, pod(request, 4));
      case "attach" -> streams.attach(request, pod(request, 4));
      case "portForward" -> streams.portForward(request, pod(request, 3));
      default -> throw new HttpProblem(404, "404 page not found");
    }
  }

  private static void respond(NodeRequest request, String type, String body) {
    request.exchange().respond(200, type, body.getBytes(StandardCharsets.UTF_8));
  }

  private String metricsPage(NodeRequest request) throws HttpProblem {
    return switch (String.join("/", request.segments())) {
      case "metrics" -> metrics.page();
      case "metrics/resource" -> usage.page();
      default -> throw new HttpProblem(404, "404 page not found");
    };
  }

  /** The pod of {@code /what/namespace/pod[/container]}. */
  private Pod pod(NodeRequest request, int segments) throws HttpProblem {
    if (request.segments().size() != segments) {
      throw new HttpProblem(404, "404 page not found");
    }
    String namespace = request.segments().get(1);
    String name = request.segments().get(2);
    return pods.find(namespace, name).orElseThrow(() -> new HttpProblem(404, "pod does not exist"));
  }

  private ObjectNode podList() {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", "PodList").put("apiVersion", "v1").putObject("metadata");
    ArrayNode items = list.putArray("items");
    pods.all().forEach(pod -> items.add(pod.tree()));
    return list;
  }
}
