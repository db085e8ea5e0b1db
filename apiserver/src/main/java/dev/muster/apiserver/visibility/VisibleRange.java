package dev.muster.apiserver.visibility;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.scheme.Kind;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The objects of a collection that are seen, in the order of their keys, found as one goes on. What
 * is not seen is not looked at: how much there is of it costs nothing. Only who sees a name
 * wherever it is pays for the number of namespaces.
 */
final class VisibleRange implements Iterator<Entry<StoredObject>> {
  private static final Comparator<String> AS_IN_KEYS =
      Comparator.comparing((String namespace) -> namespace + "/");

  private final Snapshot<StoredObject> snapshot;
  private final ResourceTarget target;
  private final VisibleObjects visible;
  private final String startAfter;

  /** Those still to be looked into. */
  private final Iterator<String> namespaces;

  private Iterator<Entry<StoredObject>> current;

  private VisibleRange(
      Snapshot<StoredObject> snapshot,
      ResourceTarget target,
      VisibleObjects visible,
      String startAfter) {
    this.snapshot = snapshot;
    this.target = target;
    this.visible = visible;
    this.startAfter = startAfter;
    boolean everywhere = target.allNamespaces();
    this.namespaces = everywhere ? namespaces() : Collections.emptyIterator();
    this.current = everywhere ? Collections.emptyIterator() : in(target.namespace());
  }

  /**
   * @param startAfter a key, or empty to begin with the first
   */
  static Iterator<Entry<StoredObject>> of(
      Snapshot<StoredObject> snapshot,
      ResourceTarget target,
      VisibleObjects visible,
      String startAfter) {
    return visible.seesAllIn(target.namespace())
        ? snapshot.range(target.prefix(), startAfter)
        : new VisibleRange(snapshot, target, visible, startAfter);
  }

  @Override
  public boolean hasNext() {
    while (!current.hasNext()) {
      if (!namespaces.hasNext()) {
        return false;
      }
      Deadline.check();
      current = in(namespaces.next());
    }
    return true;
  }

  @Override
  public Entry<StoredObject> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return current.next();
  }

  private Iterator<Entry<StoredObject>> in(String namespace) {
    Kind kind = target.kind();
    if (visible.seesAllIn(namespace)) {
      return snapshot.range(kind.key(namespace, ""), startAfter);
    }
    Set<String> names = new TreeSet<>(visible.names());
    names.addAll(visible.namesIn(namespace));
    if (ObjectPlace.isNamespaces(kind)) {
      names.addAll(visible.namespaces());
      visible.namesIn().keySet().stream().filter(own -> visible.sees(own, own)).forEach(names::add);
    }
    return names.stream()
        .filter(name -> !name.isEmpty() && name.indexOf('/') < 0)
        .map(name -> kind.key(namespace, name))
        .filter(key -> key.compareTo(startAfter) > 0)
        .map(snapshot::get)
        .filter(Objects::nonNull)
        .iterator();
  }

  /** Those in which something may be seen, in the order of keys. */
  private Iterator<String> namespaces() {
    if (!visible.names().isEmpty()) {
      return new InhabitedNamespaces(snapshot, target.prefix(), startAfter);
    }
    Set<String> some = new TreeSet<>(AS_IN_KEYS);
    some.addAll(visible.namespaces());
    some.addAll(visible.namesIn().keySet());
    return some.iterator();
  }
}
