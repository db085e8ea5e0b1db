package dev.muster.access.change;

import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A policy as it would be after a change. */
public final class PolicyAfter {
  private PolicyAfter() {}

  /** What is done with the objects of a change. */
  public enum Deed {
    /** They are created, or replace what is there. */
    APPLY,
    /** They are applied, and what is not among them goes. */
    PRUNE,
    /** They are deleted. */
    DELETE;

    /** As commands and the API have it; deleting and pruning exclude each other. */
    public static Deed of(boolean delete, boolean prune) {
      if (delete) {
        return DELETE;
      }
      return prune ? PRUNE : APPLY;
    }
  }

  /** With what gathers other roles gathering them anew. */
  public static RbacSnapshot of(RbacSnapshot before, List<RbacObject> change, Deed deed) {
    return deed == Deed.APPLY && change.stream().allMatch(each -> isRoleOf(before, each))
        ? otherRules(before, change)
        : madeAnew(before, change, deed);
  }

  private static boolean isRoleOf(RbacSnapshot policy, RbacObject object) {
    return object instanceof AnyRole && policy.get(object.key()).isPresent();
  }

  /** However many bindings give them: those stay as they are. */
  private static RbacSnapshot otherRules(RbacSnapshot before, List<RbacObject> change) {
    Map<RbacKey, RbacObject> roles = new LinkedHashMap<>();
    before.forEach(
        object -> {
          if (object instanceof AnyRole) {
            roles.put(object.key(), object);
          }
        });
    change.forEach(object -> roles.put(object.key(), object));
    List<AnyRole> changed = new ArrayList<>();
    for (RbacObject object : Aggregation.apply(roles.values())) {
      if (object instanceof AnyRole role && before.get(role.key()).filter(role::equals).isEmpty()) {
        changed.add(role);
      }
    }
    return before.withRoles(changed);
  }

  private static RbacSnapshot madeAnew(RbacSnapshot before, List<RbacObject> change, Deed deed) {
    Map<RbacKey, RbacObject> all = new LinkedHashMap<>();
    if (deed != Deed.PRUNE) {
      before.forEach(object -> all.put(object.key(), object));
    }
    for (RbacObject object : change) {
      if (deed == Deed.DELETE) {
        all.remove(object.key());
      } else {
        all.put(object.key(), object);
      }
    }
    RbacIndex index = new RbacIndex();
    index.replaceAll(Aggregation.apply(all.values()));
    return index.snapshot();
  }
}
