package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The roles bound to one subject in one scope (the cluster or a namespace), each once however many
 * bindings grant it, ordered by the name of the first such binding. Immutable.
 */
final class ScopeGrants implements SubjectGrants {
  static final ScopeGrants NONE = new ScopeGrants("", new BoundRole[0]);
  private static final int SCAN_LIMIT = 8;
  private static final Comparator<BoundRole> BY_FIRST_BINDING =
      Comparator.comparing(role -> role.first().bindingKey());

  private final String scope;
  private final BoundRole[] roles;
  // The only or first role, close at hand.
  private final int slot;
  private final @Nullable Posting posting;
  private final boolean oneAnswerForAll;
  // Racy cache: made anew when that role has changed.
  private @Nullable ReadyAnswers answers;
  // Racy cache: rebuilt whenever the roles it was made of have changed.
  private @Nullable RoleFinder finder;

  private ScopeGrants(String scope, BoundRole[] roles) {
    this.scope = scope;
    this.roles = roles;
    this.slot = roles.length == 0 ? RoleDirectory.NOWHERE : roles[0].slot();
    this.posting = roles.length == 0 ? null : roles[0].first();
    this.oneAnswerForAll = posting != null && !posting.groupBefore();
  }

  /** What these bind, at least one and all of one scope. */
  static ScopeGrants of(List<Posting> postings) {
    Map<Integer, List<Posting>> bySlot = new HashMap<>();
    for (Posting posting : postings) {
      bySlot.computeIfAbsent(posting.slot(), slot -> new ArrayList<>()).add(posting);
    }
    BoundRole[] roles =
        bySlot.values().stream()
            .map(BoundRole::of)
            .sorted(BY_FIRST_BINDING)
            .toArray(BoundRole[]::new);
    return new ScopeGrants(postings.getFirst().scope(), roles);
  }

  @Override
  public boolean isEmpty() {
    return roles.length == 0;
  }

  /** The namespace, empty for the cluster. */
  String scope() {
    return scope;
  }

  @Override
  public ScopeGrants cluster() {
    return scope.isEmpty() ? this : NONE;
  }

  @Override
  public ScopeGrants in(String namespace) {
    return scope.equals(namespace) ? this : NONE;
  }

  @Override
  public void forEachNamespace(Consumer<String> visitor) {
    if (!scope.isEmpty()) {
      visitor.accept(scope);
    }
  }

  @Override
  public SubjectGrants with(Posting posting) {
    return isEmpty() || scope.equals(posting.scope())
        ? plus(posting)
        : ManyScopes.of(this).with(posting);
  }

  @Override
  public SubjectGrants without(Posting posting) {
    return scope.equals(posting.scope()) ? minus(posting) : this;
  }

  /** See {@link CompiledRules#match} for the numbers. */
  Decision.@Nullable Allow find(
      Attributes request, RoleSlots slots, int verb, int exact, int anyParent) {
    if (posting == null) {
      return null;
    }
    CompiledRole role = slots.get(slot);
    ReadyAnswers ready = answers;
    if (ready == null || ready.role() != role) {
      ready = new ReadyAnswers(role);
      answers = ready;
    }
    int rule = ready.rules().match(request, verb, exact, anyParent);
    if (rule >= 0) {
      Decision.Allow allow = ready.of(rule);
      return allow != null ? allow : answer(posting, request, role, rule, ready);
    }
    return roles.length == 1 ? null : findInRest(request, slots, verb, exact, anyParent);
  }

  private Decision.Allow answer(
      Posting first, Attributes request, CompiledRole role, int rule, ReadyAnswers ready) {
    Decision.Allow allow = first.allow(request.user(), role, rule);
    if (oneAnswerForAll) {
      ready.keep(rule, allow);
    }
    return allow;
  }

  private Decision.@Nullable Allow findInRest(
      Attributes request, RoleSlots slots, int verb, int exact, int anyParent) {
    if (roles.length > SCAN_LIMIT) {
      return finder(slots).find(request, verb, exact, anyParent);
    }
    for (int i = 1; i < roles.length; i++) {
      CompiledRole role = slots.get(roles[i].slot());
      int rule = role.rules().match(request, verb, exact, anyParent);
      if (rule >= 0) {
        return roles[i].first().allow(request.user(), role, rule);
      }
    }
    return null;
  }

  private RoleFinder finder(RoleSlots slots) {
    RoleFinder old = finder;
    RoleFinder current = old == null ? new RoleFinder(roles, slots) : old.updatedFor(slots);
    if (current != old) {
      finder = current;
    }
    return current;
  }

  void forEach(Consumer<Posting> visitor) {
    for (BoundRole role : roles) {
      for (Posting each : role.postings()) {
        visitor.accept(each);
      }
    }
  }

  @Override
  public void forEachScope(Consumer<ScopeGrants> visitor) {
    visitor.accept(this);
  }

  /** Visits the slot of every role, each once. */
  void forEachRole(IntConsumer visitor) {
    for (BoundRole role : roles) {
      visitor.accept(role.slot());
    }
  }

  /** Visits the first binding to every role, and every binding to what can be none. */
  void forEachReference(Consumer<Posting> visitor) {
    for (BoundRole role : roles) {
      role.forEachReference(visitor);
    }
  }

  /** Adds the first binding to each of the first roles, until there are so many in all. */
  void addFirst(List<Posting> into, int most) {
    for (int i = 0; i < roles.length && into.size() < most; i++) {
      into.add(roles[i].first());
    }
  }

  /** Visits, for every role that does not exist, the first binding to it. */
  void forEachMissing(RoleSlots slots, Consumer<Posting> visitor) {
    if (roles.length > SCAN_LIMIT) {
      finder(slots).forEachMissing(visitor);
      return;
    }
    for (BoundRole role : roles) {
      if (slots.get(role.slot()) == CompiledRole.MISSING) {
        role.forEachReference(visitor);
      }
    }
  }

  /** With a posting of this scope. */
  ScopeGrants plus(Posting added) {
    var copy = new ArrayList<BoundRole>(roles.length + 1);
    BoundRole changed = BoundRole.of(added);
    for (BoundRole role : roles) {
      if (role.slot() == added.slot()) {
        changed = role.with(added);
      } else {
        copy.add(role);
      }
    }
    return inserted(added.scope(), copy, changed);
  }

  /** Without a posting of this scope. */
  ScopeGrants minus(Posting removed) {
    var copy = new ArrayList<BoundRole>(roles.length);
    BoundRole changed = null;
    for (BoundRole role : roles) {
      if (role.slot() == removed.slot()) {
        changed = role.without(removed.bindingKey());
      } else {
        copy.add(role);
      }
    }
    if (changed == null || changed.isEmpty()) {
      return copy.isEmpty() ? NONE : new ScopeGrants(scope, copy.toArray(BoundRole[]::new));
    }
    return inserted(scope, copy, changed);
  }

  private static ScopeGrants inserted(String scope, List<BoundRole> sorted, BoundRole role) {
    int at = Collections.binarySearch(sorted, role, BY_FIRST_BINDING);
    sorted.add(at < 0 ? -at - 1 : at, role);
    return new ScopeGrants(scope, sorted.toArray(BoundRole[]::new));
  }
}
