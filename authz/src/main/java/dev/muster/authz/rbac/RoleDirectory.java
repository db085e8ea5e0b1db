package dev.muster.authz.rbac;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which slot a role has, existing or only referred to. The writer's own bookkeeping: not
 * thread-safe, never read by checks.
 */
final class RoleDirectory {
  /** Slot 0 is never filled: references that cannot exist point there. */
  static final int NOWHERE = 0;

  private final Map<RbacKey, Entry> entries = new HashMap<>();
  private final Deque<Integer> free = new ArrayDeque<>();
  private int next = NOWHERE + 1;
  private int dangling;
  private int impossible;

  /** A binding starts to refer to a role. */
  int refer(Optional<RbacKey> role) {
    if (role.isEmpty()) {
      impossible++;
      return NOWHERE;
    }
    Entry entry = entry(role.get());
    dangling -= entry.dangling();
    entry.references++;
    dangling += entry.dangling();
    return entry.slot;
  }

  /** A binding no longer refers to a role. */
  void release(Optional<RbacKey> role) {
    if (role.isEmpty()) {
      impossible--;
      return;
    }
    Entry entry = entry(role.get());
    dangling -= entry.dangling();
    entry.references--;
    dangling += entry.dangling();
    forgetIfUnused(role.get(), entry);
  }

  /** A role begins or ceases to exist. The slot stays valid until the next call. */
  int exists(RbacKey role, boolean exists) {
    Entry entry = entry(role);
    dangling -= entry.dangling();
    entry.exists = exists;
    dangling += entry.dangling();
    forgetIfUnused(role, entry);
    return entry.slot;
  }

  /** How many roles are referred to without existing. */
  int dangling() {
    return dangling + impossible;
  }

  private Entry entry(RbacKey role) {
    return entries.computeIfAbsent(
        role, unused -> new Entry(free.isEmpty() ? next++ : free.removeLast()));
  }

  private void forgetIfUnused(RbacKey role, Entry entry) {
    if (!entry.exists && entry.references == 0) {
      entries.remove(role);
      free.addLast(entry.slot);
    }
  }

  private static final class Entry {
    final int slot;
    int references;
    boolean exists;

    Entry(int slot) {
      this.slot = slot;
    }

    int dangling() {
      return references > 0 && !exists ? 1 : 0;
    }
  }
}
