package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The roles bound to one subject in one scope (the cluster or a namespace), each once however many
 * bindings grant it, ordered by the name of the first such binding. Immutable.
 */
final class ScopeGrants {
  static final ScopeGrants NONE = new ScopeGrants(new BoundRole[0]);
  private static final Comparator<BoundRole> BY_FIRST_BINDING =
      Comparator.comparing(role -> role.first().bindingKey());

  private final BoundRole[] roles;

  private ScopeGrants(BoundRole[] roles) {
    this.roles = roles;
  }

  boolean isEmpty() {
    return roles.length == 0;
  }

  Decision.@Nullable Allow find(Attributes request, RoleSlots slots, int exact, int anyParent) {
    for (BoundRole bound : roles) {
      CompiledRole role = slots.get(bound.slot());
      int rule = role.match(request, exact, anyParent);
      if (rule >= 0) {
        return bound.first().allow(request.user(), role, rule);
      }
    }
    return null;
  }

  void forEach(Consumer<Posting> visitor) {
    for (BoundRole role : roles) {
      for (Posting posting : role.postings()) {
        visitor.accept(posting);
      }
    }
  }

  ScopeGrants with(Posting posting) {
    var copy = new ArrayList<BoundRole>(roles.length + 1);
    BoundRole changed = BoundRole.of(posting);
    for (BoundRole role : roles) {
      if (role.slot() == posting.slot()) {
        changed = role.with(posting);
      } else {
        copy.add(role);
      }
    }
    return inserted(copy, changed);
  }

  ScopeGrants without(Posting posting) {
    var copy = new ArrayList<BoundRole>(roles.length);
    BoundRole changed = null;
    for (BoundRole role : roles) {
      if (role.slot() == posting.slot()) {
        changed = role.without(posting.bindingKey());
      } else {
        copy.add(role);
      }
    }
    if (changed == null || changed.isEmpty()) {
      return copy.isEmpty() ? NONE : new ScopeGrants(copy.toArray(BoundRole[]::new));
    }
    return inserted(copy, changed);
  }

  private static ScopeGrants inserted(List<BoundRole> sorted, BoundRole role) {
    int at = Collections.binarySearch(sorted, role, BY_FIRST_BINDING);
    sorted.add(at < 0 ? -at - 1 : at, role);
    return new ScopeGrants(sorted.toArray(BoundRole[]::new));
  }
}
