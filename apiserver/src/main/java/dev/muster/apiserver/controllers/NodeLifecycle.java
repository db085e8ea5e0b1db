package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.CoordinationV1.Lease;
import dev.muster.views.CoreV1.MutableNode;
import dev.muster.views.CoreV1.MutableNodeCondition;
import dev.muster.views.CoreV1.MutableNodeSpec;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.NodeCondition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that give no sign of life are of unknown health; nodes that are not well get the taints
 * that keep pods away or drive them out, and their pods are no longer ready.
 *
 * <p>A sign of life is a lease or a status that changed. When it came is told by the clock here,
 * from the first look on: neither a node's clock nor a server that was away makes a node look dead.
 */
final class NodeLifecycle implements Controller {
  private static final Duration STARTUP_GRACE = Duration.ofMinutes(1);
  private static final List<String> HEALTH =
      List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

  private record Sign(String what, Instant at) {}

  private final Writer writer;
  private final Kind nodes;
  private final Kind leases;
  private final InstantSource clock;
  private final Duration grace;
  private final ObjectEvents events;
  private final PodReadiness pods;
  private final Map<String, Sign> signs = new HashMap<>();

  /** Nodes that are not ready and whose pods were seen to. */
  private final Set<String> announced = new HashSet<>();

  /**
   * @param grace how long a node may be silent
   */
  NodeLifecycle(Writer writer, Kinds kinds, InstantSource clock, Duration grace) {
    this.writer = writer;
    this.nodes = kinds.byKind("v1", "Node").orElseThrow();
    this.leases = kinds.byKind("coordination.k8s.io/v1", "Lease").orElseThrow();
    this.clock = clock;
    this.grace = grace;
    this.events = new ObjectEvents(writer, kinds, clock, "node-controller");
    this.pods = new PodReadiness(writer, kinds, clock, events);
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
      signs.remove(name);
      announced.remove(name);
      return Sync.DONE;
    }
    Duration left = left(Node.of(node.value().tree()), name);
    if (!left.isPositive()) {
      loseTouch(Node.of(node.value().tree()), name);
    }
    @Nullable Entry<StoredObject> now = writer.registry().find(nodes, "", name);
    if (now != null) {
      taint(now.value().tree(), name);
      announce(now.value(), name);
    }
    return left.isPositive() ? Sync.after(left.plusMillis(1)) : Sync.DONE;
  }

  /** How long it may still be silent. */
  private Duration left(Node node, String name) {
    @Nullable Entry<StoredObject> lease = writer.registry().find(leases, "kube-node-lease", name);
    String renewed = lease == null ? "" : Lease.of(lease.value().tree()).spec().renewTime().text();
    Optional<NodeCondition> ready = condition(node, "Ready");
    if (renewed.isEmpty() && ready.isEmpty()) {
      Instant born = Instant.parse(node.metadata().creationTimestamp().text());
      return STARTUP_GRACE.minus(Duration.between(born, clock.instant()));
    }
    boolean own = !status(ready).equals("Unknown");
    Sign before = signs.get(name);
    String beat = own ? ready.map(c -> c.lastHeartbeatTime().text()).orElse("") : "";
    String what = renewed + " " + beat;
    if (before == null || !before.what().equals(what) && (own || !renewed.isEmpty())) {
      before = new Sign(what, clock.instant());
      signs.put(name, before);
    }
    return grace.minus(Duration.between(before.at(), clock.instant()));
  }

  private static Optional<NodeCondition> condition(Node node, String type) {
    return node.status().conditions().stream()
        .filter(condition -> condition.type().text().equals(type))
        .findFirst();
  }

  private static String status(Optional<NodeCondition> condition) {
    return condition.map(found -> found.status().text()).orElse("");
  }

  private void loseTouch(Node node, String name) {
    boolean told =
        HEALTH.stream().allMatch(each -> status(condition(node, each)).equals("Unknown"));
    if (told) {
      return;
    }
    String now = Times.seconds(clock.instant());
    writer.change(
        nodes,
        "",
        name,
        "status",
        next -> HEALTH.forEach(type -> unknown(MutableNode.of(next), type, now)));
  }

  private static void unknown(MutableNode node, String type, String now) {
    node.status().ensure().conditions().each().stream()
        .filter(condition -> condition.type().text().equals(type))
        .findFirst()
        .ifPresentOrElse(present -> silent(present, now), () -> never(node, type, now));
  }

  private static void silent(MutableNodeCondition condition, String now) {
    if (!condition.status().text().equals("Unknown")) {
      condition
          .status("Unknown")
          .reason("NodeStatusUnknown")
          .message("Kubelet stopped posting node status.")
          .lastTransitionTime(now);
    }
  }

  private static void never(MutableNode node, String type, String now) {
    node.status()
        .ensure()
        .conditions()
        .add()
        .type(type)
        .status("Unknown")
        .lastHeartbeatTime(node.metadata().ensure().creationTimestamp().text())
        .lastTransitionTime(now)
        .reason("NodeStatusNeverUpdated")
        .message("Kubelet never posted node status.");
  }

  private void taint(ObjectNode node, String name) {
    ArrayNode taints = NodeTaints.of(Node.of(node), Times.seconds(clock.instant()));
    JsonNode present = Node.of(node).spec().taints().at().node();
    if (taints.equals(present) || taints.isEmpty() && present.isEmpty()) {
      return;
    }
    writer.change(
        nodes,
        "",
        name,
        "",
        next -> {
          MutableNodeSpec spec = MutableNode.of(next).spec().ensure();
          if (taints.isEmpty()) {
            spec.taints().remove();
          } else {
            spec.taints(taints);
          }
        });
  }

  /** Tells that a node is no longer ready, and sees to its pods. */
  private void announce(StoredObject node, String name) {
    Optional<NodeCondition> ready = condition(Node.of(node.tree()), "Ready");
    if (ready.isEmpty() || status(ready).equals("True")) {
      announced.remove(name);
    } else if (!announced.contains(name)) {
      pods.notReadyOn(name);
      events.tell(
          nodes, node, "Normal", "NodeNotReady", "Node " + name + " status is now: NodeNotReady");
      announced.add(name);
    }
  }
}
