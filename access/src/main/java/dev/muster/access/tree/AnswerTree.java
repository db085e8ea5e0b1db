package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.ServerAnswer;
import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.explain.Difference;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.Fix;
import dev.muster.authz.rbac.explain.NearMiss;
import java.util.List;
import java.util.Locale;

/** Answers for scripts. */
public final class AnswerTree {
  private final ObjectNode tree = JsonNodeFactory.instance.objectNode();

  private AnswerTree() {}

  /**
   * An answer to a request.
   *
   * @param only the namespaces in which it is allowed although it is not everywhere
   */
  public static ObjectNode of(Attributes request, AccessAnswer answer, List<String> only) {
    AnswerTree made = new AnswerTree();
    answer.allowed().ifPresent(allowed -> made.tree.put("allowed", allowed));
    made.ask(request);
    made.add(answer);
    if (!only.isEmpty()) {
      only.forEach(made.tree.putArray("allowedIn")::add);
    }
    return made.tree;
  }

  private void ask(Attributes request) {
    ObjectNode asked = tree.putObject("request").put("user", request.user().name());
    request.user().groups().forEach(asked.putArray("groups")::add);
    asked.put("verb", request.verb());
    if (!request.resourceRequest()) {
      asked.put("path", request.path());
      return;
    }
    asked.put("apiGroup", request.apiGroup()).put("resource", request.resource());
    putUnlessEmpty(asked, "subresource", request.subresource());
    putUnlessEmpty(asked, "namespace", request.namespace());
    putUnlessEmpty(asked, "name", request.name());
  }

  private static void putUnlessEmpty(ObjectNode into, String field, String value) {
    if (!value.isEmpty()) {
      into.put(field, value);
    }
  }

  private void add(AccessAnswer answer) {
    switch (answer) {
      case AccessAnswer.Masters masters ->
          tree.put("reason", "members of system:masters may do anything");
      case AccessAnswer.ByPolicy(Explanation why) -> add(why);
      case AccessAnswer.Confirmed(ServerAnswer server, Explanation why) -> {
        add(server, true);
        add(why);
      }
      case AccessAnswer.Contradicted(ServerAnswer server, Explanation why) -> {
        add(server, false);
        if (why instanceof Explanation.Allowed) {
          add(why);
        }
      }
      case AccessAnswer.Unexplained(ServerAnswer server, String problem) -> {
        add(server, false);
        tree.put("problem", problem);
      }
      case AccessAnswer.Unconfirmed(Explanation why, String problem) -> {
        tree.put("problem", problem);
        add(why);
      }
    }
  }

  private void add(ServerAnswer said, boolean explained) {
    ObjectNode server = tree.putObject("server").put("allowed", said.allowed());
    putUnlessEmpty(server, "reason", said.reason());
    putUnlessEmpty(server, "evaluationError", said.error());
    tree.put("explainedByRoles", explained);
  }

  private void add(Explanation why) {
    switch (why) {
      case Explanation.Allowed allowed -> {
        ArrayNode grants = tree.putArray("grants");
        allowed.grants().forEach(grant -> grants.add(Named.tree(grant)));
      }
      case Explanation.Refused refused -> add(refused);
    }
  }

  private void add(Explanation.Refused refused) {
    ArrayNode problems = tree.putArray("problems");
    refused.problems().forEach(problems::add);
    ArrayNode nearest = tree.putArray("nearest");
    refused.nearest().forEach(miss -> add(miss, nearest.addObject()));
    ArrayNode fixes = tree.putArray("fixes");
    refused.fixes().forEach(fix -> add(fix, fixes.addObject()));
    ArrayNode grant = tree.putArray("smallestGrant");
    grant.add(RbacJson.write(refused.smallest().role()));
    grant.add(RbacJson.write(refused.smallest().binding()));
  }

  private static void add(NearMiss miss, ObjectNode entry) {
    miss.binding().ifPresent(binding -> entry.set("binding", Named.tree(binding)));
    entry.set("role", Named.tree(miss.role()));
    entry.set("rule", Named.tree(miss.rule()));
    ArrayNode differences = entry.putArray("differences");
    for (Difference difference : miss.differences()) {
      differences
          .addObject()
          .put("kind", difference.kind().name().toLowerCase(Locale.ROOT))
          .put("detail", difference.detail());
    }
  }

  private static void add(Fix fix, ObjectNode entry) {
    switch (fix) {
      case Fix.AddToBinding add -> entry.put("addToBinding", add.subject().name());
      case Fix.JoinGroup join -> entry.put("joinGroup", join.group());
    }
    entry.set("binding", Named.tree(fix.binding()));
    entry.set("role", Named.tree(fix.role()));
  }
}
