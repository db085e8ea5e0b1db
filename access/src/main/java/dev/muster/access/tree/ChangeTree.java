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
import dev.muster.views.AccessV1.MutableAccessChangeStatus;
import dev.muster.views.AccessV1.MutableChangedRight;
import dev.muster.views.AccessV1.MutableOpenedPath;
import dev.muster.views.AccessV1.MutablePodSecurityPolicyChange;
import dev.muster.views.AccessV1.MutableSubjectChange;
import dev.muster.views.TextField;
import java.util.IdentityHashMap;
import java.util.List;

/** Who gains and who loses what by a change. */
public final class ChangeTree {
  private ChangeTree() {}

  /** Everything that a change does, by kinds of things. */
  public static ObjectNode of(ChangeReport report) {
    MutableAccessChangeStatus status = MutableAccessChangeStatus.create();
    status.dangerous(report.dangerous());
    status.changes().set(of(report.subjects()));
    status.escalationPaths().replace();
    for (OpenedWays.Opened opened : report.ways()) {
      MutableOpenedPath entry = status.escalationPaths().add();
      name(opened.subject(), entry.kind(), entry.name(), entry.namespace());
      entry.tree().setAll((ObjectNode) EscalationTree.of(List.of(opened.path())).get(0));
    }
    status.podSecurityPolicies().replace();
    for (PodPolicyChange change : report.podPolicies()) {
      MutablePodSecurityPolicyChange entry = status.podSecurityPolicies().add().name(change.name());
      change.allows().forEach(entry.allows().replaceList()::add);
      change.forbids().forEach(entry.forbids().replaceList()::add);
      change.users().forEach(entry.usableBy().replaceList()::add);
    }
    report.admission().forEach(status.admission().replaceList()::add);
    report.notes().forEach(status.notes().replaceList()::add);
    return status.tree();
  }

  private static void name(Subject subject, TextField kind, TextField name, TextField namespace) {
    kind.set(subject.kind());
    name.set(subject.name());
    if (!subject.namespace().isEmpty()) {
      namespace.set(subject.namespace());
    }
  }

  /** An entry for each subject. */
  public static ArrayNode of(List<SubjectChange> changes) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    // many subjects gain and lose the same few rules
    IdentityHashMap<PolicyRule, ObjectNode> told = new IdentityHashMap<>();
    for (SubjectChange change : changes) {
      MutableSubjectChange entry = MutableSubjectChange.of(list.addObject());
      name(change.subject(), entry.kind(), entry.name(), entry.namespace());
      change.gains().forEach(right -> add(right, told, entry.gains().add()));
      change.losses().forEach(right -> add(right, told, entry.loses().add()));
    }
    return list;
  }

  private static void add(
      Right right, IdentityHashMap<PolicyRule, ObjectNode> told, MutableChangedRight entry) {
    if (!right.where().isEmpty()) {
      entry.namespace(right.where());
    }
    entry.tree().setAll(told.computeIfAbsent(right.rule(), ChangeTree::rule).deepCopy());
  }

  private static ObjectNode rule(PolicyRule rule) {
    MutableChangedRight right = MutableChangedRight.create();
    right.rule().set(Named.tree(rule));
    ArrayNode dangers = right.dangers().replaceList();
    Danger.of(rule).forEach(danger -> dangers.add(danger.name()));
    return right.tree();
  }
}
