package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.store.Entry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that do not renew their lease are of unknown health; nodes that are not well get the taints
 * that keep pods away.
 */
final class NodeLifecycle implements Controller {
  private static final Duration GRACE = Duration.ofSeconds(50);
  private static final String PREFIX = "node.kubernetes.io/";
  private static final Set<String> HEALTH =
      Set.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

  /** Taints by the conditions that hold. */
  private static final Map<String, String> PRESSURE =
      Map.of(
          "MemoryPressure", "memory-pressure",
          "DiskPressure", "disk-pressure",
          "PIDPressure", "pid-pressure",
          "NetworkUnavailable", "network-unavailable");

  private static final Set<String> OWN =
      Set.of(
          "not-ready",
          "unreachable",
          "memory-pressure",
          "disk-pressure",
          "pid-pressure",
          "network-unavailable",
          "unschedulable");

  private final Writer writer;
  private final Kind nodes;
  private final Kind leases;
  private final InstantSource clock;

  NodeLifecycle(Writer writer, Kinds kinds, InstantSource clock) {
    this.writer = writer;
    this.nodes = kinds.byKind("v1", "Node").orElseThrow();
    this.leases = kinds.byKind("coordination.k8s.io/v1", "Lease").orElseThrow();
    this.clock = clock;
  }

  @Override
  public String name() {
    return "node-lifecycle-controller";
  }

  @Override
  public Collection<String> keysFor(Change change) {
    boolean lease =
        change.isOf(leases.storagePrefix()) && change.namespace().equals("kube-node-lease");
    return change.isOf(nodes.storagePrefix()) || lease ? List.of(change.name()) : List.of();
  }

  @Override
  public Sync sync(String name) {
    @Nullable Entry<StoredObject> node = writer.registry().find(nodes, "", name);
    if (node == null) {
      return Sync.DONE;
    }
    ObjectNode tree = node.value().tree();
    Duration left = GRACE.minus(Duration.between(lastSign(tree, name), clock.instant()));
    if (!left.isPositive()) {
      loseTouch(tree, name);
    }
    taint(writer.registry().find(nodes, "", name), name);
    return left.isPositive() ? Sync.after(left.plusSeconds(1)) : Sync.DONE;
  }

  /** When the node was last heard of: its lease, its status, its birth. */
  private Instant lastSign(ObjectNode node, String name) {
    Instant last = Instant.parse(node.path("metadata").path("creationTimestamp").asText());
    @Nullable Entry<StoredObject> lease = writer.registry().find(leases, "kube-node-lease", name);
    if (lease != null) {
      JsonNode renewed = lease.value().tree().path("spec").path("renewTime");
      if (renewed.isTextual()) {
        last = later(last, Instant.parse(renewed.asText()));
      }
    }
    for (JsonNode condition : node.path("status").path("conditions")) {
      JsonNode beat = condition.path("lastHeartbeatTime");
      if (beat.isTextual() && !condition.path("status").asText().equals("Unknown")) {
        last = later(last, Instant.parse(beat.asText()));
      }
    }
    return last;
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private void loseTouch(ObjectNode node, String name) {
    boolean told = true;
    for (JsonNode condition : node.path("status").path("conditions")) {
      told &=
          !HEALTH.contains(condition.path("type").asText())
              || condition.path("status").asText().equals("Unknown");
    }
    if (told) {
      return;
    }
    String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    writer.change(
        nodes,
        "",
        name,
        "status",
        next -> {
          for (JsonNode condition : next.path("status").path("conditions")) {
            if (HEALTH.contains(condition.path("type").asText())
                && condition instanceof ObjectNode object) {
              object.put("status", "Unknown").put("reason", "NodeStatusUnknown");
              object.put("message", "Kubelet stopped posting node status.");
              object.put("lastTransitionTime", now);
            }
          }
        });
  }

  private void taint(@Nullable Entry<StoredObject> node, String name) {
    if (node == null) {
      return;
    }
    ObjectNode tree = node.value().tree();
    Map<String, String> wanted = wanted(tree);
    ArrayNode taints = JsonNodeFactory.instance.arrayNode();
    for (JsonNode taint : tree.path("spec").path("taints")) {
      String key = taint.path("key").asText();
      boolean own = key.startsWith(PREFIX) && OWN.contains(key.substring(PREFIX.length()));
      if (!own || wanted.remove(key + ":" + taint.path("effect").asText()) != null) {
        taints.add(taint);
      }
    }
    String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    wanted.forEach(
        (what, effect) -> {
          String key = what.substring(0, what.lastIndexOf(':'));
          ObjectNode taint = taints.addObject().put("key", key).put("effect", effect);
          if (effect.equals("NoExecute")) {
            taint.put("timeAdded", now);
          }
        });
    if (!taints.equals(tree.path("spec").path("taints"))
        && !(taints.isEmpty() && !tree.path("spec").has("taints"))) {
      writer.change(
          nodes,
          "",
          name,
          "",
          next -> {
            ObjectNode spec = (ObjectNode) next.get("spec");
            if (taints.isEmpty()) {
              spec.remove("taints");
            } else {
              spec.set("taints", taints);
            }
          });
    }
  }

  /** Effects by {@code key:effect}. */
  private static Map<String, String> wanted(ObjectNode node) {
    Map<String, String> wanted = new LinkedHashMap<>();
    String ready = "Unknown";
    for (JsonNode condition : node.path("status").path("conditions")) {
      String type = condition.path("type").asText();
      String status = condition.path("status").asText();
      if (type.equals("Ready")) {
        ready = status;
      }
      String pressure = PRESSURE.get(type);
      if (pressure != null && status.equals("True")) {
        put(wanted, pressure, "NoSchedule");
      }
    }
    if (ready.equals("False")) {
      put(wanted, "not-ready", "NoSchedule");
      put(wanted, "not-ready", "NoExecute");
    } else if (!ready.equals("True")) {
      boolean seen = !node.path("status").path("conditions").isEmpty();
      put(wanted, seen ? "unreachable" : "not-ready", "NoSchedule");
      if (seen) {
        put(wanted, "unreachable", "NoExecute");
      }
    }
    if (node.path("spec").path("unschedulable").asBoolean()) {
      put(wanted, "unschedulable", "NoSchedule");
    }
    return wanted;
  }

  private static void put(Map<String, String> wanted, String what, String effect) {
    wanted.put(PREFIX + what + ":" + effect, effect);
  }
}
