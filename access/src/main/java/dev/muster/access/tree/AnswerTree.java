package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.ServerAnswer;
import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.explain.Difference;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.Fix;
import dev.muster.authz.rbac.explain.NearMiss;
import dev.muster.views.AccessV1.MutableAccessExplanationStatus;
import dev.muster.views.AccessV1.MutableAccessFix;
import dev.muster.views.AccessV1.MutableAskedRequest;
import dev.muster.views.AccessV1.MutableNearMiss;
import dev.muster.views.AccessV1.MutableServerAnswer;
import dev.muster.views.TextField;
import java.util.List;
import java.util.Locale;

/** Answers for scripts. */
public final class AnswerTree {
  private final MutableAccessExplanationStatus status = MutableAccessExplanationStatus.create();

  private AnswerTree() {}

  /**
   * An answer to a request.
   *
   * @param only the namespaces in which it is allowed although it is not everywhere
   */
  public static ObjectNode of(Attributes request, AccessAnswer answer, List<String> only) {
    AnswerTree made = new AnswerTree();
    answer.allowed().ifPresent(allowed -> made.status.allowed(allowed));
    made.ask(request);
    made.add(answer);
    if (!only.isEmpty()) {
      only.forEach(made.status.allowedIn().list()::add);
    }
    return made.status.tree();
  }

  private void ask(Attributes request) {
    MutableAskedRequest asked = status.request().ensure().user(request.user().name());
    request.user().groups().forEach(asked.groups().list()::add);
    asked.verb(request.verb());
    if (!request.resourceRequest()) {
      asked.path(request.path());
      return;
    }
    asked.apiGroup(request.apiGroup()).resource(request.resource());
    setUnlessEmpty(asked.subresource(), request.subresource());
    setUnlessEmpty(asked.namespace(), request.namespace());
    setUnlessEmpty(asked.name(), request.name());
  }

  private static void setUnlessEmpty(TextField field, String value) {
    if (!value.isEmpty()) {
      field.set(value);
    }
  }

  private void add(AccessAnswer answer) {
    switch (answer) {
      case AccessAnswer.Masters masters ->
          status.reason("members of system:masters may do anything");
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
        status.problem(problem);
      }
      case AccessAnswer.Unconfirmed(Explanation why, String problem) -> {
        status.problem(problem);
        add(why);
      }
    }
  }

  private void add(ServerAnswer said, boolean explained) {
    MutableServerAnswer server = status.server().ensure().allowed(said.allowed());
    setUnlessEmpty(server.reason(), said.reason());
    setUnlessEmpty(server.evaluationError(), said.error());
    status.explainedByRoles(explained);
  }

  private void add(Explanation why) {
    switch (why) {
      case Explanation.Allowed allowed -> {
        ArrayNode grants = status.grants().replace();
        allowed.grants().forEach(grant -> grants.add(Named.tree(grant)));
      }
      case Explanation.Refused refused -> add(refused);
    }
  }

  private void add(Explanation.Refused refused) {
    refused.problems().forEach(status.problems().replaceList()::add);
    status.nearest().replace();
    refused.nearest().forEach(miss -> add(miss, status.nearest().add()));
    status.fixes().replace();
    refused.fixes().forEach(fix -> add(fix, status.fixes().add()));
    ArrayNode grant = status.smallestGrant().replaceList();
    grant.add(RbacJson.write(refused.smallest().role()));
    grant.add(RbacJson.write(refused.smallest().binding()));
  }

  private static void add(NearMiss miss, MutableNearMiss entry) {
    miss.binding().ifPresent(binding -> entry.binding().set(Named.tree(binding)));
    entry.role().set(Named.tree(miss.role()));
    entry.rule().set(Named.tree(miss.rule()));
    entry.differences().replace();
    for (Difference difference : miss.differences()) {
      String kind = difference.kind().name().toLowerCase(Locale.ROOT);
      entry.differences().add().kind(kind).detail(difference.detail());
    }
  }

  private static void add(Fix fix, MutableAccessFix entry) {
    switch (fix) {
      case Fix.AddToBinding add -> entry.addToBinding(add.subject().name());
      case Fix.JoinGroup join -> entry.joinGroup(join.group());
    }
    entry.binding().set(Named.tree(fix.binding()));
    entry.role().set(Named.tree(fix.role()));
  }
}
