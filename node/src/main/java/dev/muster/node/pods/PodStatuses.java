package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.ApiTimes;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.SandboxView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A pod's status, from what runs and what does not. */
final class PodStatuses {
  /**
   * What the status depends on, beside the pod.
   *
   * @param problems why containers do not start, by name
   * @param before the status that was reported last
   * @param over whether nothing will be started any more
   * @param resize what is told of a resize
   */
  record Setting(
      PodView view,
      Map<String, ContainerProblem> problems,
      JsonNode before,
      boolean over,
      List<ObjectNode> resize,
      Instant startTime,
      Instant now) {

    /** Whether its end was told, and nothing is left that could tell more. */
    private boolean isKnownEnd() {
      return over && view.containers().isEmpty() && ENDS.contains(before.path("phase").asText());
    }
  }

  private static final Set<String> ENDS = Set.of("Succeeded", "Failed");

  private final PodHealth health;
  private final Mismatches mismatches;
  private final LastWords lastWords = new LastWords();
  private final Given given;

  /** What containers were last given. */
  @FunctionalInterface
  interface Given {
    Optional<ResizableResources> of(String uid, String container);
  }

  PodStatuses(PodHealth health, Mismatches mismatches, Given given) {
    this.health = health;
    this.given = given;
    this.mismatches = mismatches;
  }

  ObjectNode of(Pod pod, NodeFacts node, Setting with) {
    if (with.isKnownEnd()) {
      return (ObjectNode) with.before().deepCopy();
    }
    ContainerStatuses containers =
        new ContainerStatuses(
            pod,
            with.view(),
            with.problems(),
            health,
            node,
            lastWords,
            name -> given.of(pod.uid(), name),
            with.over());
    Map<String, JsonNode> byName = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    String told = PodStatusConditions.mismatches(with.before().path("conditions"));
    ObjectNode lists = JsonNodeFactory.instance.objectNode();
    for (ContainerSpec container : pod.allContainers()) {
      String field = container.statusField();
      JsonNode before = named(with.before().path(field), container.name());
      ObjectNode status = containers.of(container, before);
      byName.put(container.name(), status);
      mismatches.of(container.name(), status, before, told).ifPresent(others::add);
      lists.withArray(field).add(status);
    }
    String phase = Phases.of(pod, byName, with.over());
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    if (pod.generation() > 0) {
      out.put("observedGeneration", pod.generation());
    }
    out.put("phase", phase);
    Optional<SandboxView> sandbox = with.view().readySandbox();
    boolean sandboxReady =
        sandbox.isPresent() && (pod.hostNetwork() || sandbox.get().isConnected());
    out.set(
        "conditions",
        PodStatusConditions.of(
            pod,
            byName,
            phase,
            sandboxReady,
            Mismatches.line(others),
            with.over() ? List.of() : with.resize(),
            with.before().path("conditions"),
            with.now()));
    addresses(pod, node, sandbox, with.before(), out);
    out.put("startTime", ApiTimes.seconds(with.startTime()));
    lists.properties().forEach(entry -> out.set(entry.getKey(), entry.getValue()));
    keep("qosClass", pod.status(), out);
    return out;
  }

  private static void addresses(
      Pod pod, NodeFacts node, Optional<SandboxView> sandbox, JsonNode before, ObjectNode out) {
    put(out, "hostIP", "hostIPs", node.addresses());
    List<String> own =
        pod.hostNetwork()
            ? (sandbox.isPresent() ? node.addresses() : List.of())
            : sandbox.map(SandboxView::addresses).orElse(List.of());
    if (own.isEmpty() && before.has("podIP")) {
      keep("podIP", before, out);
      keep("podIPs", before, out);
    } else {
      put(out, "podIP", "podIPs", own);
    }
  }

  private static void put(ObjectNode out, String one, String all, List<String> addresses) {
    if (!addresses.isEmpty()) {
      out.put(one, addresses.getFirst());
      ArrayNode list = out.putArray(all);
      addresses.forEach(address -> list.addObject().put("ip", address));
    }
  }

  private static void keep(String field, JsonNode from, ObjectNode to) {
    if (from.has(field)) {
      to.set(field, from.get(field));
    }
  }

  static JsonNode named(JsonNode list, String name) {
    for (JsonNode one : list) {
      if (one.path("name").asText().equals(name)) {
        return one;
      }
    }
    return list.path("");
  }

  /** Of a pod that the node will not run. */
  static ObjectNode rejected(Pod pod, String reason, String message, Instant now) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    if (pod.generation() > 0) {
      out.put("observedGeneration", pod.generation());
    }
    out.put("phase", "Failed").put("reason", reason);
    out.put("message", "Pod was rejected: " + message);
    out.put("startTime", ApiTimes.seconds(now));
    keep("qosClass", pod.status(), out);
    keep("conditions", pod.status(), out);
    return out;
  }
}
