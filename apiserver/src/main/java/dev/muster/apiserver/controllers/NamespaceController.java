package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import dev.muster.views.CoreV1.MutableNamespace;
import dev.muster.views.TreeField;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Empties a namespace that was deleted, its pods before all else, says in its status what is left,
 * then lets it go. Looked at again whenever something in it changes.
 */
final class NamespaceController implements Controller {
  private static final String FINALIZER = "kubernetes";
  private static final Duration LINGER = Duration.ofMinutes(1);

  private final Writer writer;
  private final Kind namespaces;
  private final Kind pods;
  private final Kinds kinds;
  private final InstantSource clock;
  private final Set<String> terminating = ConcurrentHashMap.newKeySet();

  /** Namespaces that are gone but still looked after. */
  private final Set<String> lingering = ConcurrentHashMap.newKeySet();

  NamespaceController(Writer writer, Kinds kinds, InstantSource clock) {
    this.writer = writer;
    this.namespaces = kinds.byKind("v1", "Namespace").orElseThrow();
    this.pods = kinds.byKind("v1", "Pod").orElseThrow();
    this.kinds = kinds;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "namespace-controller";
  }

  @Override
  public int workers() {
    return 10;
  }

  @Override
  public Collection<String> keysFor(Change change) {
    if (!change.isOf(namespaces.storagePrefix())) {
      String namespace = change.namespace();
      return !namespace.isEmpty() && terminating.contains(namespace)
          ? List.of(namespace)
          : List.of();
    }
    if (!change.gone() && !ObjectLinks.of(change.object()).deleting()) {
      terminating.remove(change.name());
      lingering.remove(change.name());
      return List.of();
    }
    terminating.add(change.name());
    return List.of(change.name());
  }

  @Override
  public Sync sync(String name) {
    Entry<StoredObject> entry = writer.registry().find(namespaces, "", name);
    if (entry == null) {
      return sweep(name);
    }
    if (!ObjectLinks.of(entry.value()).deleting()) {
      return Sync.DONE;
    }
    Optional<String> podFault = delete(name, List.of(pods));
    RemainingPods remainingPods = RemainingPods.in(writer.registry(), pods, name);
    if (!remainingPods.isEmpty()) {
      return awaitPods(entry.value(), name, remainingPods, podFault);
    }
    Optional<String> fault = podFault.or(() -> delete(name, contents()));
    RemainingContent left = remaining(name);
    if (left.isEmpty() && fault.isEmpty()) {
      writer.change(namespaces, "", name, "finalize", NamespaceController::release);
      return Sync.DONE;
    }
    report(name, left, fault);
    return fault.isPresent() ? Sync.SOON : Sync.DONE;
  }

  /**
   * Nothing else is touched, nor told of, before the pods are gone: they may need it to the end.
   */
  private Sync awaitPods(
      StoredObject namespace, String name, RemainingPods remaining, Optional<String> fault) {
    String deletedAt = namespace.tree().at("/metadata/deletionTimestamp").asText();
    Duration estimate = remaining.estimate(Instant.parse(deletedAt), clock.instant());
    boolean stuck = estimate.isZero() && !remaining.hasFinalizers();
    Optional<String> why =
        fault.or(() -> stuck ? Optional.of(remaining.unexpected(name)) : Optional.empty());
    report(name, new RemainingContent(), why);
    if (fault.isPresent()) {
      return Sync.SOON;
    }
    return estimate.isZero() ? Sync.DONE : Sync.after(estimate.dividedBy(2).plusSeconds(1));
  }

  private void report(String name, RemainingContent left, Optional<String> fault) {
    writer.change(
        namespaces,
        "",
        name,
        "status",
        object -> NamespaceConditions.update(object, left, fault, clock.instant()));
  }

  /** Takes away what was being created while the namespace went, now and once more later. */
  private Sync sweep(String name) {
    Optional<String> fault = delete(name, contents());
    if (fault.isPresent() || lingering.add(name)) {
      return fault.isPresent() ? Sync.SOON : Sync.after(LINGER);
    }
    lingering.remove(name);
    terminating.remove(name);
    return Sync.DONE;
  }

  /** Deletes what is there and not yet being deleted; tells what went wrong, if anything did. */
  private Optional<String> delete(String namespace, List<Kind> which) {
    Snapshot<StoredObject> snapshot = writer.registry().store().snapshot();
    List<Runnable> steps = new ArrayList<>();
    for (Kind kind : which) {
      for (Iterator<Entry<StoredObject>> all = snapshot.range(kind.key(namespace, ""), "");
          all.hasNext(); ) {
        Entry<StoredObject> entry = all.next();
        if (!ObjectLinks.of(entry.value()).deleting()) {
          String name = entry.key().substring(entry.key().lastIndexOf('/') + 1);
          steps.add(() -> writer.delete(kind, namespace, name, DeleteOptions.BACKGROUND));
        }
      }
    }
    try {
      Parallel.run(steps);
      return Optional.empty();
    } catch (ApiException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private List<Kind> contents() {
    return kinds.byStoragePrefix().values().stream().filter(Kind::namespaced).toList();
  }

  private RemainingContent remaining(String namespace) {
    Snapshot<StoredObject> snapshot = writer.registry().store().snapshot();
    RemainingContent left = new RemainingContent();
    for (Kind kind : contents()) {
      for (Iterator<Entry<StoredObject>> all = snapshot.range(kind.key(namespace, ""), "");
          all.hasNext(); ) {
        left.add(kind, ObjectLinks.of(all.next().value()).finalizers());
      }
    }
    return left;
  }

  private static void release(ObjectNode namespace) {
    TreeField finalizers = MutableNamespace.of(namespace).spec().ensure().finalizers();
    ArrayNode kept = namespace.arrayNode();
    for (JsonNode finalizer : finalizers.node()) {
      if (!finalizer.asText().equals(FINALIZER)) {
        kept.add(finalizer);
      }
    }
    if (kept.isEmpty()) {
      finalizers.remove();
    } else {
      finalizers.set(kept);
    }
  }
}
