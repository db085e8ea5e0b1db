package dev.muster.apiserver.controllers;

import dev.muster.apiserver.controllers.ObjectLinks.OwnerRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who depends on whom: the objects that have owners, by key and by each owner's uid. */
final class OwnerIndex {
  private final Map<String, ObjectLinks> owned = new HashMap<>();
  private final Map<String, Set<String>> dependents = new HashMap<>();
  private long reached;

  /** Takes an object in; gives the owners it had before. */
  synchronized List<OwnerRef> put(String key, ObjectLinks links) {
    List<OwnerRef> before = remove(key);
    if (!links.owners().isEmpty()) {
      owned.put(key, links);
      for (OwnerRef owner : links.owners()) {
        dependents.computeIfAbsent(owner.uid(), uid -> new HashSet<>()).add(key);
      }
    }
    return before;
  }

  /** Drops an object; gives the owners it had. */
  synchronized List<OwnerRef> remove(String key) {
    @Nullable ObjectLinks before = owned.remove(key);
    if (before == null) {
      return List.of();
    }
    for (OwnerRef owner : before.owners()) {
      Set<String> keys = dependents.get(owner.uid());
      if (keys != null && keys.remove(key) && keys.isEmpty()) {
        dependents.remove(owner.uid());
      }
    }
    return before.owners();
  }

  /** The keys of the objects that name this uid as an owner. */
  synchronized List<String> dependents(String uid) {
    return List.copyOf(dependents.getOrDefault(uid, Set.of()));
  }

  /** Whether one of them keeps the owner waiting. */
  synchronized boolean blocked(String uid) {
    for (String key : dependents.getOrDefault(uid, Set.of())) {
      ObjectLinks links = owned.get(key);
      if (links != null && links.blocks(uid)) {
        return true;
      }
    }
    return false;
  }

  /** All writes up to this revision are in it. */
  synchronized void reach(long revision) {
    reached = Math.max(reached, revision);
  }

  synchronized long reached() {
    return reached;
  }
}
