package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.access.rights.Danger;
import dev.muster.access.rights.HeldRight;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.views.AccessV1.MutableHeldRight;
import java.util.IdentityHashMap;
import java.util.List;

/** What somebody may do, each right with what gives it and what is dangerous about it. */
public final class RightTree {
  private RightTree() {}

  /** An entry for each right. */
  public static ArrayNode of(List<HeldRight> rights) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    // many bindings give the same few rules
    IdentityHashMap<PolicyRule, List<Danger>> dangers = new IdentityHashMap<>();
    for (HeldRight held : rights) {
      MutableHeldRight entry = MutableHeldRight.of(list.addObject());
      if (!held.right().where().isEmpty()) {
        entry.namespace(held.right().where());
      }
      entry.tree().setAll(Named.tree(held.by()));
      ArrayNode names = entry.dangers().replaceList();
      dangers
          .computeIfAbsent(held.right().rule(), Danger::of)
          .forEach(danger -> names.add(danger.name()));
    }
    return list;
  }
}
