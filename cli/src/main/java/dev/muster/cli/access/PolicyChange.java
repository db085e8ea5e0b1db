package dev.muster.cli.access;

import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What roles and bindings would be after a change. */
final class PolicyChange {
  private PolicyChange() {}

  /**
   * With what gathers other roles gathering them anew.
   *
   * @param delete whether the objects go instead of coming
   * @param prune whether all others go
   */
  static RbacSnapshot of(
      RbacSnapshot before, List<RbacObject> change, boolean delete, boolean prune) {
    Map<RbacKey, RbacObject> all = new LinkedHashMap<>();
    if (!prune) {
      before.forEach(object -> all.put(object.key(), object));
    }
    for (RbacObject object : change) {
      if (delete) {
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
