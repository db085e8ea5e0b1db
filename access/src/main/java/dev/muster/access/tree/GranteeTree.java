package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.authz.rbac.explain.Grantee;
import dev.muster.views.AccessV1.MutableGrantedSubject;
import java.util.List;

/** Who may do something, each with what allows it. */
public final class GranteeTree {
  private GranteeTree() {}

  /** An entry for each subject. */
  public static ArrayNode of(List<Grantee> grantees) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Grantee grantee : grantees) {
      MutableGrantedSubject entry = MutableGrantedSubject.of(list.addObject());
      entry.kind(grantee.subject().kind()).name(grantee.subject().name());
      if (!grantee.subject().namespace().isEmpty()) {
        entry.namespace(grantee.subject().namespace());
      }
      ArrayNode grants = entry.grants().replace();
      grantee.grants().forEach(grant -> grants.add(Named.tree(grant)));
    }
    return list;
  }
}
