package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.rbac.explain.Grantee;
import java.util.List;

/** Who may do something, each with what allows it. */
public final class GranteeTree {
  private GranteeTree() {}

  /** An entry for each subject. */
  public static ArrayNode of(List<Grantee> grantees) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Grantee grantee : grantees) {
      ObjectNode entry = list.addObject();
      entry.put("kind", grantee.subject().kind()).put("name", grantee.subject().name());
      if (!grantee.subject().namespace().isEmpty()) {
        entry.put("namespace", grantee.subject().namespace());
      }
      ArrayNode grants = entry.putArray("grants");
      grantee.grants().forEach(grant -> grants.add(Named.tree(grant)));
    }
    return list;
  }
}
