package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.change.ChangeReport;
import dev.muster.access.change.OpenedWays;
import dev.muster.access.change.PodPolicyChange;
import dev.muster.access.change.SubjectChange;
import dev.muster.access.rights.Danger;
import dev.muster.access.rights.Right;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.Subject;
import java.util.IdentityHashMap;
import java.util.List;

/** Who gains and who loses what by a change. */
public final class ChangeTree {
  private ChangeTree() {}

  /** Everything that a change does, by kinds of things. */
  public static ObjectNode of(ChangeReport report) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("dangerous", report.dangerous());
    tree.set("changes", of(report.subjects()));
    ArrayNode ways = tree.putArray("escalationPaths");
    for (OpenedWays.Opened opened : report.ways()) {
      ObjectNode entry = ways.addObject();
      name(opened.subject(), entry);
      entry.setAll((ObjectNode) EscalationTree.of(List.of(opened.path())).get(0));
    }
    ArrayNode policies = tree.putArray("podSecurityPolicies");
    for (PodPolicyChange change : report.podPolicies()) {
      ObjectNode entry = policies.addObject().put("name", change.name());
      change.allows().forEach(entry.putArray("allows")::add);
      change.forbids().forEach(entry.putArray("forbids")::add);
      change.users().forEach(entry.putArray("usableBy")::add);
    }
    report.admission().forEach(tree.putArray("admission")::add);
    report.notes().forEach(tree.putArray("notes")::add);
    return tree;
  }

  private static void name(Subject subject, ObjectNode entry) {
    entry.put("kind", subject.kind()).put("name", subject.name());
    if (!subject.namespace().isEmpty()) {
      entry.put("namespace", subject.namespace());
    }
  }

  /** An entry for each subject. */
  public static ArrayNode of(List<SubjectChange> changes) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    // many subjects gain and lose the same few rules
    IdentityHashMap<PolicyRule, ObjectNode> told = new IdentityHashMap<>();
    for (SubjectChange change : changes) {
      ObjectNode entry = list.addObject();
      name(change.subject(), entry);
      change.gains().forEach(right -> add(right, told, entry.withArrayProperty("gains")));
      change.losses().forEach(right -> add(right, told, entry.withArrayProperty("loses")));
    }
    return list;
  }

  private static void add(
      Right right, IdentityHashMap<PolicyRule, ObjectNode> told, ArrayNode list) {
    ObjectNode entry = list.addObject();
    if (!right.where().isEmpty()) {
      entry.put("namespace", right.where());
    }
    entry.setAll(told.computeIfAbsent(right.rule(), ChangeTree::rule).deepCopy());
  }

  private static ObjectNode rule(PolicyRule rule) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.set("rule", Named.tree(rule));
    ArrayNode dangers = tree.putArray("dangers");
    Danger.of(rule).forEach(danger -> dangers.add(danger.name()));
    return tree;
  }
}
