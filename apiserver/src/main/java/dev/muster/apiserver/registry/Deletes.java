package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Operation;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.MutableNamespace;
import dev.muster.views.CoreV1.Namespace;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Deletes objects: at once, or after a grace period, or once their finalizers are gone. */
public final class Deletes {
  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";

  private final Registry registry;
  private final WriteAdmission admission;
  private final WriteRules rules;
  private final InstantSource clock;

  public Deletes(
      Registry registry, WriteAdmission admission, WriteRules rules, InstantSource clock) {
    this.registry = registry;
    this.admission = admission;
    this.rules = rules;
    this.clock = clock;
  }

  /**
   * What became of the object.
   *
   * @param gone whether it was removed
   * @param object its last or its present state
   */
  public record Deleted(boolean gone, ObjectNode object) {
    public WriteOutcome outcome(Kind kind) {
      return WriteOutcome.unwritten(kind, object, false);
    }
  }

  /** How admission hears of a deletion. */
  private enum Heard {
    BY_NAME,
    /** Without a name: what was asked for is the collection. */
    AS_COLLECTION,
    /** As something else, before. */
    ALREADY
  }

  /** Deletes one object of a collection that is to go; empty when somebody else was quicker. */
  public Optional<Deleted> deleteFromCollection(WriteRequest request, DeleteOptions options) {
    return registry.find(request.kind(), request.namespace(), request.name()) == null
        ? Optional.empty()
        : Optional.of(delete(request, options, Heard.AS_COLLECTION));
  }

  /** Deletes what an admitted request of another kind, such as an eviction, makes go. */
  public Deleted deleteAdmitted(WriteRequest request, DeleteOptions options) {
    return delete(request, options, Heard.ALREADY);
  }

  public Deleted delete(WriteRequest request, DeleteOptions options) {
    Kind kind = request.kind();
    kind.strategy()
        .undeletable(request.name())
        .ifPresent(
            why -> {
              throw Status.forbidden(kind.group(), kind.plural(), request.name(), why).exception();
            });
    return delete(request, options, Heard.BY_NAME);
  }

  private Deleted delete(WriteRequest request, DeleteOptions options, Heard heard) {
    WriteRequest told =
        heard == Heard.AS_COLLECTION ? request.of(request.namespace(), "") : request;
    while (true) {
      Entry<StoredObject> entry = registry.get(request.kind(), request.namespace(), request.name());
      ObjectNode old = entry.value().tree();
      if (heard != Heard.ALREADY) {
        admission.admit(Operation.DELETE, told, null, old);
      }
      DeletePreconditions.check(request, options, old);
      if (heard != Heard.ALREADY) {
        admission.validate(Operation.DELETE, told, null, old);
      }
      try {
        return DeletePreconditions.isNamespace(request.kind())
            ? deleteNamespace(request, options, entry, old)
            : deleteObject(request, options, entry, old);
      } catch (ConflictException e) {
        if (!options.resourceVersion().isEmpty()) {
          throw Preconditions.modified(request);
        }
      }
    }
  }

  private Deleted deleteObject(
      WriteRequest request, DeleteOptions options, Entry<StoredObject> entry, ObjectNode old) {
    ObjectNode next = old.deepCopy();
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(next);
    if (!metadata.deletionTimestamp().present()
        && request.kind().strategy().markDeleted(next, clock.instant())) {
      return new Deleted(false, write(request, entry, next));
    }
    OptionalLong grace = request.kind().strategy().deletionGrace(old, options.grace());
    if (metadata.deletionTimestamp().present() && grace.isPresent()) {
      return shorten(request, options, entry, next);
    }
    boolean held = setPropagation(metadata, propagation(request, options, metadata));
    if (grace.isEmpty() && !held) {
      return remove(request, entry, old);
    }
    markDeleted(metadata, grace.orElse(0));
    if (held || grace.orElse(0) > 0) {
      return new Deleted(false, next.equals(old) ? old : write(request, entry, next));
    }
    return remove(request, entry, next);
  }

  /** A deletion that is already under way can only be made shorter. */
  private Deleted shorten(
      WriteRequest request, DeleteOptions options, Entry<StoredObject> entry, ObjectNode next) {
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(next);
    long current = metadata.deletionGracePeriodSeconds().number();
    long wanted = Math.max(options.grace().orElse(current), options.grace().orElse(0) < 0 ? 1 : 0);
    if (options.grace().isEmpty() || wanted >= current) {
      return new Deleted(false, next);
    }
    Instant end = Instant.parse(metadata.deletionTimestamp().text()).minusSeconds(current - wanted);
    metadata.deletionTimestamp(Times.seconds(end));
    metadata.deletionGracePeriodSeconds(wanted);
    if (wanted > 0 || !metadata.finalizers().empty()) {
      return new Deleted(false, write(request, entry, next));
    }
    return remove(request, entry, next);
  }

  /** What was asked for, else what the object's finalizers ask for, else the kind's own way. */
  private static String propagation(
      WriteRequest request, DeleteOptions options, MutableObjectMeta metadata) {
    if (!options.propagation().isEmpty()) {
      return options.propagation();
    }
    for (JsonNode finalizer : metadata.finalizers().node()) {
      if (finalizer.asText().equals(ORPHAN) || finalizer.asText().equals(FOREGROUND)) {
        return "";
      }
    }
    return request.kind().strategy().orphansDependents() ? "Orphan" : "";
  }

  private void markDeleted(MutableObjectMeta metadata, long grace) {
    if (!metadata.deletionTimestamp().present()) {
      metadata.deletionTimestamp(Times.seconds(clock.instant().plusSeconds(grace)));
      if (metadata.generation().present()) {
        metadata.generation(metadata.generation().number() + 1);
      }
      metadata.deletionGracePeriodSeconds(grace);
    }
  }

  /** Adds or removes the garbage collector's finalizers; true if any finalizer holds the object. */
  private static boolean setPropagation(MutableObjectMeta metadata, String propagation) {
    Set<String> finalizers = new LinkedHashSet<>();
    metadata.finalizers().node().forEach(f -> finalizers.add(f.asText()));
    switch (propagation) {
      case "Orphan" -> {
        finalizers.remove(FOREGROUND);
        finalizers.add(ORPHAN);
      }
      case "Foreground" -> {
        finalizers.remove(ORPHAN);
        finalizers.add(FOREGROUND);
      }
      case "Background" -> {
        finalizers.remove(ORPHAN);
        finalizers.remove(FOREGROUND);
      }
      default -> {}
    }
    if (finalizers.isEmpty()) {
      metadata.finalizers().remove();
      return false;
    }
    ArrayNode list = metadata.finalizers().replaceList();
    finalizers.forEach(list::add);
    return true;
  }

  /** A namespace first stops taking content; it goes when its own finalizers are empty. */
  private Deleted deleteNamespace(
      WriteRequest request, DeleteOptions options, Entry<StoredObject> entry, ObjectNode old) {
    if (!Namespace.of(old).metadata().deletionTimestamp().present()) {
      MutableNamespace next = MutableNamespace.of(old.deepCopy());
      MutableObjectMeta metadata = MutableObjectMeta.of((ObjectNode) next.metadata().node());
      metadata.deletionTimestamp(Times.seconds(clock.instant()));
      setPropagation(
          metadata, options.propagation().equals("Background") ? "" : options.propagation());
      next.status().ensure().phase("Terminating");
      return new Deleted(false, write(request, entry, next.tree()));
    }
    if (!Namespace.of(old).spec().finalizers().empty()) {
      return new Deleted(false, old);
    }
    return deleteObject(request, options, entry, old);
  }

  private ObjectNode write(WriteRequest request, Entry<StoredObject> entry, ObjectNode next) {
    if (request.dryRun()) {
      return next;
    }
    ObjectNode written =
        registry
            .store()
            .put(entry.key(), ObjectDraft.of(request.kind(), next), entry.revision())
            .value()
            .tree();
    rules.follow(request, request.name());
    return written;
  }

  private Deleted remove(WriteRequest request, Entry<StoredObject> entry, ObjectNode last) {
    if (!request.dryRun()) {
      Entry<StoredObject> gone = registry.store().delete(entry.key(), entry.revision());
      MutableObjectMeta.ofObject(last).resourceVersion(Long.toString(gone.revision()));
      rules.follow(request, request.name());
    }
    return new Deleted(true, last);
  }
}
