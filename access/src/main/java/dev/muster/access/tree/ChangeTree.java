package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.change.SubjectChange;
import dev.muster.access.rights.Danger;
import dev.muster.access.rights.Right;
import java.util.List;

/** Who gains and who loses what by a change. */
public final class ChangeTree {
  private ChangeTree() {}

  /** An entry for each subject. */
  public static ArrayNode of(List<SubjectChange> changes) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (SubjectChange change : changes) {
      ObjectNode entry = list.addObject().put("kind", change.subject().kind());
      entry.put("name", change.subject().name());
      if (!change.subject().namespace().isEmpty()) {
        entry.put("namespace", change.subject().namespace());
      }
      change.gains().forEach(right -> add(right, entry.withArrayProperty("gains")));
      change.losses().forEach(right -> add(right, entry.withArrayProperty("loses")));
    }
    return list;
  }

  private static void add(Right right, ArrayNode list) {
    ObjectNode entry = list.addObject();
    if (!right.where().isEmpty()) {
      entry.put("namespace", right.where());
    }
    entry.set("rule", Named.tree(right.rule()));
    ArrayNode dangers = entry.putArray("dangers");
    Danger.of(right.rule()).forEach(danger -> dangers.add(danger.name()));
  }
}
