package dev.muster.apiserver.controllers;

import dev.muster.apiserver.controllers.ObjectLinks.OwnerRef;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what its owners left behind, and settles the finalizers by which an owner waits for its
 * dependents or lets them go.
 *
 * <p>INVARIANT (no leak): a dependent is in the index before its owners are looked up in the store.
 * If an owner goes later, its dependents are found in the index; if it went before, the look-up
 * does not find it.
 *
 * <p>INVARIANT (no orphan deleted, none waited for in vain): that an object has no dependents is
 * believed only once the index has come as far as the object's own last write.
 */
final class GarbageCollector implements Controller {
  private final Writer writer;
  private final Kinds kinds;

  /** What the workers go by: never one that is only half filled. */
  private volatile OwnerIndex index = new OwnerIndex();

  /** What {@link #keysFor} fills: the same one, or the next while all objects are shown again. */
  private OwnerIndex shown = index;

  GarbageCollector(Writer writer, Kinds kinds) {
    this.writer = writer;
    this.kinds = kinds;
  }

  @Override
  public String name() {
    return "garbage-collector-controller";
  }

  @Override
  public int workers() {
    return 20;
  }

  @Override
  public void restart() {
    shown = new OwnerIndex();
  }

  @Override
  public void restarted(long revision) {
    shown.reach(revision);
    index = shown;
  }

  @Override
  public Collection<String> keysFor(Change change) {
    if (change.isOf("events")) {
      return List.of();
    }
    ObjectLinks links = ObjectLinks.of(change.object());
    List<OwnerRef> before =
        change.gone() ? shown.remove(change.key()) : shown.put(change.key(), links);
    shown.reach(change.object().revision());
    Set<String> keys = new HashSet<>();
    if (change.gone() || links.waitsForDependents()) {
      keys.addAll(shown.dependents(links.uid()));
    }
    if (!change.gone()
        && (!links.owners().isEmpty() || links.waitsForDependents() || links.orphansDependents())) {
      keys.add(change.key());
    }
    if (change.gone() || !before.equals(links.owners())) {
      for (OwnerRef owner : before) {
        ownerKey(owner, change.namespace()).ifPresent(keys::add);
      }
    }
    return keys;
  }

  @Override
  public Sync sync(String key) {
    Snapshot<StoredObject> snapshot = writer.registry().store().snapshot();
    Entry<StoredObject> entry = snapshot.get(key);
    Item item = entry == null ? null : Item.of(kinds, entry);
    if (item == null) {
      return Sync.DONE;
    }
    if (item.revision() > index.reached()) {
      return Sync.SOON;
    }
    if (item.links().waitsForDependents()) {
      if (!index.blocked(item.links().uid())) {
        removeFinalizer(item, ObjectLinks.FOREGROUND);
      }
    } else if (item.links().orphansDependents()) {
      orphan(item);
    } else if (!item.links().deleting() && !item.links().owners().isEmpty()) {
      judge(item, snapshot);
    }
    return Sync.DONE;
  }

  /** Deletes the object unless one of its owners is there to stay, or cannot be looked up. */
  private void judge(Item item, Snapshot<StoredObject> snapshot) {
    Set<String> leaving = new HashSet<>();
    boolean stays = false;
    boolean waitedFor = false;
    for (OwnerRef owner : item.links().owners()) {
      switch (state(owner, item, snapshot)) {
        case ABSENT -> leaving.add(owner.uid());
        case WAITING -> {
          leaving.add(owner.uid());
          waitedFor = true;
        }
        case PRESENT -> stays = true;
        case UNKNOWN -> {
          return;
        }
      }
    }
    if (stays) {
      if (!leaving.isEmpty()) {
        dropOwners(item, leaving);
      }
      return;
    }
    List<String> dependents = index.dependents(item.links().uid());
    if (waitedFor && !dependents.isEmpty()) {
      if (dependents.stream().anyMatch(key -> waits(snapshot, key))) {
        unblockOwners(item); // a circle: nobody in it may wait for the other
        delete(item, "Foreground", "");
      } else {
        delete(item, "Foreground", Long.toString(item.revision()));
      }
    } else {
      delete(item, item.propagation(), Long.toString(item.revision()));
    }
  }

  private enum OwnerState {
    PRESENT,
    WAITING,
    ABSENT,
    UNKNOWN
  }

  private OwnerState state(OwnerRef owner, Item item, Snapshot<StoredObject> snapshot) {
    Optional<String> key = ownerKey(owner, item.namespace());
    if (key.isEmpty()) {
      return OwnerState.UNKNOWN;
    }
    Entry<StoredObject> entry = snapshot.get(key.get());
    if (entry == null) {
      return OwnerState.ABSENT;
    }
    ObjectLinks links = ObjectLinks.of(entry.value());
    if (!links.uid().equals(owner.uid())) {
      return OwnerState.ABSENT;
    }
    return links.waitsForDependents() ? OwnerState.WAITING : OwnerState.PRESENT;
  }

  /**
   * Where an owner would be; a namespaced one only in the namespace of its dependent. Empty if its
   * kind is not served, or is namespaced while the dependent is not.
   */
  private Optional<String> ownerKey(OwnerRef owner, String namespace) {
    return kinds
        .byKind(owner.apiVersion(), owner.kind())
        .filter(kind -> kind.stored() && !(kind.namespaced() && namespace.isEmpty()))
        .map(kind -> kind.key(namespace, owner.name()));
  }

  private static boolean waits(Snapshot<StoredObject> snapshot, String key) {
    Entry<StoredObject> entry = snapshot.get(key);
    return entry != null && ObjectLinks.of(entry.value()).waitsForDependents();
  }

  private void orphan(Item owner) {
    String uid = owner.links().uid();
    List<Runnable> steps = new ArrayList<>();
    for (String key : index.dependents(uid)) {
      Entry<StoredObject> entry = writer.registry().store().snapshot().get(key);
      Item dependent = entry == null ? null : Item.of(kinds, entry);
      if (dependent != null) {
        steps.add(() -> dropOwners(dependent, Set.of(uid)));
      }
    }
    Parallel.run(steps);
    removeFinalizer(owner, ObjectLinks.ORPHAN);
  }

  private void dropOwners(Item item, Set<String> uids) {
    change(item, metadata -> OwnerEdits.drop(metadata, uids));
  }

  private void unblockOwners(Item item) {
    change(item, OwnerEdits::unblock);
  }

  private void removeFinalizer(Item item, String finalizer) {
    change(item, metadata -> OwnerEdits.removeFinalizer(metadata, finalizer));
  }

  private void change(Item item, OwnerEdits.Edit edit) {
    writer.change(
        item.kind(),
        item.namespace(),
        item.name(),
        "",
        object -> OwnerEdits.ifStill(item.links().uid(), object, edit));
  }

  private void delete(Item item, String propagation, String version) {
    writer.delete(
        item.kind(),
        item.namespace(),
        item.name(),
        new DeleteOptions(OptionalLong.empty(), propagation, item.links().uid(), version));
  }

  /** An object at hand. */
  private record Item(Kind kind, String namespace, String name, long revision, ObjectLinks links) {
    /** Null while its kind is not known. */
    static @Nullable Item of(Kinds kinds, Entry<StoredObject> entry) {
      Change at = new Change(entry.key(), entry.value(), false);
      Kind kind = kinds.byStoragePrefix().get(at.prefix());
      return kind == null
          ? null
          : new Item(
              kind, at.namespace(), at.name(), entry.revision(), ObjectLinks.of(entry.value()));
    }

    /** As the object's own finalizers ask for. */
    String propagation() {
      return links.finalizers().contains(ObjectLinks.ORPHAN)
          ? "Orphan"
          : links.finalizers().contains(ObjectLinks.FOREGROUND) ? "Foreground" : "Background";
    }
  }
}
