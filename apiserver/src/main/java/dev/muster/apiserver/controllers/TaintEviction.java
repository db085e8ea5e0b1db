package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.kinds.pods.DisruptionTarget;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Taint;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes pods that do not tolerate a NoExecute taint of their node, at once or when their time
 * there is over. Keys are those of pods. The time begins when the taint is first seen here.
 */
final class TaintEviction implements Controller {
  private final Writer writer;
  private final Kind pods;
  private final Kind nodes;
  private final InstantSource clock;
  private final ObjectEvents events;

  /** Written by the one thread that calls {@link #keysFor}: which pods a node's taints concern. */
  private final Map<String, Set<String>> byNode = new HashMap<>();

  private final Map<String, String> nodeOf = new HashMap<>();
  private final Map<String, List<JsonNode>> taintsOf = new HashMap<>();

  /**
   * Used by the one worker: since when pods have been on a node that they only tolerate a while.
   */
  private final Map<String, Instant> since = new HashMap<>();

  TaintEviction(Writer writer, Kinds kinds, InstantSource clock) {
    this.writer = writer;
    this.pods = kinds.byKind("v1", "Pod").orElseThrow();
    this.nodes = kinds.byKind("v1", "Node").orElseThrow();
    this.clock = clock;
    this.events = new ObjectEvents(writer, kinds, clock, name());
  }

  @Override
  public String name() {
    return "taint-eviction-controller";
  }

  @Override
  public void restart() {
    byNode.clear();
    nodeOf.clear();
    taintsOf.clear();
  }

  @Override
  public Collection<String> keysFor(Change change) {
    if (change.isOf(nodes.storagePrefix())) {
      return ofNode(change);
    }
    if (!change.isOf(pods.storagePrefix())) {
      return List.of();
    }
    String node = change.gone() ? "" : Pod.of(change.object().tree()).spec().nodeName().text();
    @Nullable String before =
        node.isEmpty() ? nodeOf.remove(change.key()) : nodeOf.put(change.key(), node);
    if (before != null && !before.equals(node)) {
      byNode.getOrDefault(before, new HashSet<>()).remove(change.key());
    }
    if (!node.isEmpty()) {
      byNode.computeIfAbsent(node, name -> new HashSet<>()).add(change.key());
    }
    return before == null && node.isEmpty() ? List.of() : List.of(change.key());
  }

  /** The pods of a node whose taints have changed. */
  private Collection<String> ofNode(Change change) {
    List<JsonNode> taints =
        change.gone()
            ? List.of()
            : noExecute(change.object().tree()).stream().map(Taint::tree).toList();
    List<JsonNode> before =
        Objects.requireNonNullElse(
            taints.isEmpty() ? taintsOf.remove(change.name()) : taintsOf.put(change.name(), taints),
            List.of());
    return before.equals(taints)
        ? List.of()
        : List.copyOf(byNode.getOrDefault(change.name(), Set.of()));
  }

  private static List<Taint> noExecute(ObjectNode node) {
    return Node.of(node).spec().taints().stream()
        .filter(taint -> taint.effect().text().equals("NoExecute"))
        .toList();
  }

  @Override
  public Sync sync(String key) {
    @Nullable Entry<StoredObject> entry = writer.registry().store().snapshot().get(key);
    if (entry == null || Pod.of(entry.value().tree()).metadata().deletionTimestamp().present()) {
      since.remove(key);
      return Sync.DONE;
    }
    Pod pod = Pod.of(entry.value().tree());
    @Nullable Entry<StoredObject> node =
        writer.registry().find(nodes, "", pod.spec().nodeName().text());
    List<Taint> taints = node == null ? List.of() : noExecute(node.value().tree());
    return switch (Stay.of(pod.spec().tolerations(), taints)) {
      case Stay.Forever forever -> {
        if (since.remove(key) != null) {
          tell(entry.value(), "Cancelling deletion of Pod ");
        }
        yield Sync.DONE;
      }
      case Stay.Until until -> {
        Instant begun = since.computeIfAbsent(key, unused -> clock.instant());
        Duration left = Duration.between(clock.instant(), begun.plus(until.time()));
        yield left.isPositive() ? Sync.after(left) : evict(key, entry.value());
      }
    };
  }

  private Sync evict(String key, StoredObject pod) {
    tell(pod, "Marking for deletion Pod ");
    ObjectMeta metadata = Pod.of(pod.tree()).metadata();
    String namespace = metadata.namespace().text();
    String name = metadata.name().text();
    writer.change(pods, namespace, name, "status", this::disrupt);
    writer.delete(
        pods,
        namespace,
        name,
        new DeleteOptions(OptionalLong.empty(), "", metadata.uid().text(), ""));
    since.remove(key);
    return Sync.DONE;
  }

  private void disrupt(ObjectNode pod) {
    DisruptionTarget.set(
        pod,
        "DeletionByTaintManager",
        "Taint manager: deleting due to NoExecute taint",
        clock.instant());
  }

  private void tell(StoredObject pod, String what) {
    ObjectMeta metadata = Pod.of(pod.tree()).metadata();
    events.tell(
        pods,
        pod,
        "Normal",
        "TaintManagerEviction",
        what + metadata.namespace().text() + "/" + metadata.name().text());
  }
}
