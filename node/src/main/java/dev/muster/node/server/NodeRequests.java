package dev.muster.node.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.Pod;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.pods.PodWorkers;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** Which request goes where. */
public final class NodeRequests {
  private final PodWorkers pods;
  private final NodeMetrics metrics;
  private final LogRequests logs;
  private final StreamRequests streams;

  public NodeRequests(
      PodWorkers pods, NodeMetrics metrics, LogRequests logs, StreamRequests streams) {
    this.pods = pods;
    this.metrics = metrics;
    this.logs = logs;
    this.streams = streams;
  }

  /** Answers on the socket, whose input has been read as far as the head's end. */
  void answer(RequestHead head, Socket socket, InputStream in)
      throws IOException, InterruptedException, HttpProblem {
    switch (head.segments().getFirst()) {
      case "healthz" -> NodeServer.respond(socket.getOutputStream(), 200, "text/plain", "ok");
      case "metrics" ->
          NodeServer.respond(
              socket.getOutputStream(), 200, "text/plain; version=0.0.4", metrics.page());
      case "pods" ->
          NodeServer.respond(
              socket.getOutputStream(), 200, "application/json", podList().toString());
      case "containerLogs" -> logs.answer(head, pod(head, 4), socket, in);
      case "exec" -> streams.exec(head, pod(head, 4), socket, in);
      case "attach" -> streams.attach(head, pod(head, 4), socket, in);
      case "portForward" -> streams.portForward(head, pod(head, 3), socket, in);
      default -> throw new HttpProblem(404, "404 page not found");
    }
  }

  /** The pod of {@code /what/namespace/pod[/container]}. */
  private Pod pod(RequestHead head, int segments) throws HttpProblem {
    if (head.segments().size() != segments) {
      throw new HttpProblem(404, "404 page not found");
    }
    String namespace = head.segments().get(1);
    String name = head.segments().get(2);
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
