package dev.muster.access.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.auditlog.LogCounts;
import dev.muster.access.change.SubjectChange;
import dev.muster.access.tree.ChangeTree;
import dev.muster.access.tree.Named;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.Subject;
import java.util.List;

/** What was recorded of a subject. */
public final class RecordingTree {
  private RecordingTree() {}

  /**
   * All of it.
   *
   * @param compared whether it was held against what the subject has
   */
  public static ObjectNode of(
      RequestRecording recording,
      List<RbacObject> roles,
      boolean compared,
      List<UnusedGrant> unused,
      List<SubjectChange> changes,
      LogCounts counts,
      List<String> notes) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    Subject subject = recording.subject().subject();
    ObjectNode who = tree.putObject("subject");
    who.put("kind", subject.kind()).put("name", subject.name());
    if (!subject.namespace().isEmpty()) {
      who.put("namespace", subject.namespace());
    }
    tree.putObject("log")
        .put("events", counts.events())
        .put("broken", counts.broken())
        .put("other", counts.other());
    tree.put("requests", recording.requests()).put("refused", recording.refused());
    tree.set("roles", list(roles));
    if (compared) {
      ArrayNode grants = tree.putArray("unused");
      unused.forEach(grant -> add(grant, grants.addObject()));
      tree.set("change", ChangeTree.of(changes));
    }
    notes.forEach(tree.putArray("notes")::add);
    return tree;
  }

  /** Objects as a list that can be applied. */
  public static ObjectNode list(List<RbacObject> objects) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("apiVersion", "v1").put("kind", "List");
    ArrayNode items = list.putArray("items");
    objects.forEach(object -> items.add(RbacJson.write(object)));
    return list;
  }

  private static void add(UnusedGrant grant, ObjectNode entry) {
    entry.setAll(Named.tree(grant.grant()));
    entry.put("whole", grant.whole());
    if (!grant.whole()) {
      entry.set("parts", Named.tree(grant.parts()));
    }
  }
}
