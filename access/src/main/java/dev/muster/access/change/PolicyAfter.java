package dev.muster.access.change;

import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
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
