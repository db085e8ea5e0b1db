package dev.muster.authz.rbac;

import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The policy as it changes. Thread-safe: changes are applied one after the other; reading the
 * current snapshot takes one volatile read.
 */
public final class RbacIndex {
  private RoleDirectory directory = new RoleDirectory();
  private RuleSets ruleSets = new RuleSets();
  private final Map<RbacKey, IndexedBinding> bindings = new HashMap<>();
  private volatile RbacSnapshot current = RbacSnapshot.EMPTY;

  /** All roles and bindings as they are now; it does not change any more. */
  public RbacSnapshot snapshot() {
    return current;
  }

  /** Creates or replaces an object. INVARIANT (revocation): published before this returns. */
  public synchronized void put(RbacObject object) {
    current = put(Draft.of(current), object).finish(directory.dangling());
  }

  /** As {@link #put} for each, published at once. */
  public synchronized void putAll(Collection<? extends RbacObject> objects) {
    Draft draft = Draft.of(current);
    for (RbacObject object : objects) {
      put(draft, object);
    }
    current = draft.finish(directory.dangling());
  }

  /** Removes an object if it is there. INVARIANT (revocation): published before this returns. */
  public synchronized void remove(RbacKey key) {
    current = remove(Draft.of(current), key).finish(directory.dangling());
  }

  /** Makes the policy exactly these objects, published at once. */
  public synchronized void replaceAll(Collection<? extends RbacObject> objects) {
    Map<RbacKey, RbacObject> all = new LinkedHashMap<>();
    objects.forEach(object -> all.put(object.key(), object));
    directory = new RoleDirectory();
    ruleSets = new RuleSets();
    bindings.clear();
    Draft draft = Draft.of(RbacSnapshot.EMPTY);
    var postings = new ArrayList<Posting>();
    all.values().forEach(object -> put(draft, object, postings::add));
    draft.addAll(postings);
    current = draft.finish(directory.dangling());
  }

  private Draft put(Draft draft, RbacObject object) {
    return put(draft, object, draft::add);
  }

  private Draft put(Draft draft, RbacObject object, Consumer<Posting> postings) {
    RbacKey key = object.key();
    switch (object) {
      case AnyRole role -> {
        var compiled = new CompiledRole(role, ruleSets.acquire(role.rules()));
        if (draft.objects.get(key) instanceof AnyRole old) {
          ruleSets.release(old.rules());
        }
        draft.slots = draft.slots.with(directory.exists(key, true), compiled);
      }
      case AnyBinding binding -> {
        int slot = directory.refer(RbacSnapshot.roleKey(binding.roleRef(), binding.namespace()));
        unbind(draft, bindings.remove(key));
        draft.reserve(slot);
        var indexed = new IndexedBinding(binding, slot);
        bindings.put(key, indexed);
        indexed.postings().forEach(postings);
      }
    }
    draft.objects = draft.objects.with(key, object);
    return draft;
  }

  private Draft remove(Draft draft, RbacKey key) {
    RbacObject old = draft.objects.get(key);
    switch (old) {
      case null -> {
        return draft;
      }
      case AnyRole role -> {
        ruleSets.release(role.rules());
        draft.slots = draft.slots.with(directory.exists(key, false), CompiledRole.MISSING);
      }
      case AnyBinding binding -> unbind(draft, bindings.remove(key));
    }
    draft.objects = draft.objects.without(key);
    return draft;
  }

  private void unbind(Draft draft, @Nullable IndexedBinding old) {
    if (old != null) {
      List<Posting> postings = old.postings();
      postings.forEach(draft::remove);
      AnyBinding source = old.source();
      directory.release(RbacSnapshot.roleKey(source.roleRef(), source.namespace()));
    }
  }

  /** The parts of the next snapshot while they are being put together. */
  private static final class Draft {
    PersistentMap<String, SubjectGrants> users;
    PersistentMap<String, SubjectGrants> groups;
    PersistentMap<RbacKey, RbacObject> objects;
    RoleSlots slots;

    private Draft(RbacSnapshot from) {
      users = from.users();
      groups = from.groups();
      objects = from.objects();
      slots = from.slots();
    }

    static Draft of(RbacSnapshot from) {
      return new Draft(from);
    }

    void reserve(int slot) {
      slots = slots.reaching(slot);
    }

    void add(Posting posting) {
      Subject subject = posting.subject();
      if (subject.isGroup()) {
        groups = add(groups, subject.name(), posting);
      } else {
        users = add(users, subject.userName(posting.binding().namespace()), posting);
      }
    }

    /** As {@link #add} for each; a subject that is bound very often is not made anew each time. */
    void addAll(List<Posting> postings) {
      Map<String, List<Posting>> ofUsers = new HashMap<>();
      Map<String, List<Posting>> ofGroups = new HashMap<>();
      for (Posting posting : postings) {
        Subject subject = posting.subject();
        (subject.isGroup() ? ofGroups : ofUsers)
            .computeIfAbsent(
                subject.isGroup()
                    ? subject.name()
                    : subject.userName(posting.binding().namespace()),
                name -> new ArrayList<>())
            .add(posting);
      }
      ofUsers.forEach((name, all) -> users = users.with(name, SubjectGrants.of(all)));
      ofGroups.forEach((name, all) -> groups = groups.with(name, SubjectGrants.of(all)));
    }

    void remove(Posting posting) {
      Subject subject = posting.subject();
      if (subject.isGroup()) {
        groups = remove(groups, subject.name(), posting);
      } else {
        users = remove(users, subject.userName(posting.binding().namespace()), posting);
      }
    }

    private static PersistentMap<String, SubjectGrants> add(
        PersistentMap<String, SubjectGrants> map, String name, Posting posting) {
      SubjectGrants grants = map.get(name);
      return map.with(name, (grants == null ? SubjectGrants.NONE : grants).with(posting));
    }

    private static PersistentMap<String, SubjectGrants> remove(
        PersistentMap<String, SubjectGrants> map, String name, Posting posting) {
      SubjectGrants grants = map.get(name);
      if (grants == null) {
        return map;
      }
      SubjectGrants left = grants.without(posting);
      return left.isEmpty() ? map.without(name) : map.with(name, left);
    }

    RbacSnapshot finish(int dangling) {
      return new RbacSnapshot(users, groups, objects, slots, dangling);
    }
  }
}
