package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.ServerAnswer;
import dev.muster.access.tree.AnswerTree;
import dev.muster.access.tree.Named;
import dev.muster.authz.Attributes;
import dev.muster.authz.Refusal;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.Fix;
import dev.muster.authz.rbac.explain.NearMiss;
import dev.muster.cli.output.Format;
import dev.muster.model.codec.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Prints answers for people. */
final class AccessAnswers {
  private final Attributes request;
  private final PrintWriter out;

  private AccessAnswers(Attributes request, PrintWriter out) {
    this.request = request;
    this.out = out;
  }

  /**
   * Prints an answer.
   *
   * @param only the namespaces in which it is allowed although it is not everywhere
   */
  static void print(
      Attributes request, AccessAnswer answer, List<String> only, Format format, PrintWriter out) {
    if (format != Format.table) {
      format.print(AnswerTree.of(request, answer, only), out);
      return;
    }
    AccessAnswers printed = new AccessAnswers(request, out);
    printed.print(answer);
    if (!only.isEmpty()) {
      out.println("allowed in " + String.join(", ", only));
    }
    out.flush();
  }

  private void print(AccessAnswer answer) {
    switch (answer) {
      case AccessAnswer.Masters masters -> {
        out.println("yes: " + Refusal.permission(request));
        out.println("  members of system:masters may do anything");
      }
      case AccessAnswer.ByPolicy policy -> print(policy.why());
      case AccessAnswer.Confirmed confirmed -> print(confirmed.why());
      case AccessAnswer.Contradicted(ServerAnswer server, Explanation why) -> {
        verdict(server);
        switch (why) {
          case Explanation.Allowed allowed -> {
            out.println("  although roles and bindings allow it:");
            grants(allowed);
          }
          case Explanation.Refused refused ->
              out.println("  no role or binding allows it: another authorizer of the server does");
        }
      }
      case AccessAnswer.Unexplained(ServerAnswer server, String problem) -> {
        verdict(server);
        out.println("  roles and bindings could not be read: " + problem);
      }
      case AccessAnswer.Unconfirmed(Explanation why, String problem) -> {
        out.println("not known: the server does not say: " + problem);
        out.println("roles and bindings alone say:");
        print(why);
      }
    }
  }

  private void verdict(ServerAnswer server) {
    yesOrNo(server.allowed());
    out.println(
        "  the server says: " + (server.reason().isEmpty() ? "(no reason)" : server.reason()));
    if (!server.error().isEmpty()) {
      out.println("  and tells of an error: " + server.error());
    }
  }

  private void yesOrNo(boolean yes) {
    out.println(
        yes ? "yes: " + Refusal.permission(request) : "no: " + Refusal.message(request, ""));
  }

  private void print(Explanation why) {
    yesOrNo(why instanceof Explanation.Allowed);
    switch (why) {
      case Explanation.Allowed allowed -> grants(allowed);
      case Explanation.Refused refused -> print(refused);
    }
  }

  private void grants(Explanation.Allowed allowed) {
    for (RbacGrant grant : allowed.grants()) {
      out.println("  " + grant.describe() + Named.mark(grant.binding()));
      out.println("    by its rule " + grant.rule().compact());
    }
  }

  private void print(Explanation.Refused refused) {
    refused.problems().forEach(problem -> out.println("  " + problem));
    if (!refused.nearest().isEmpty()) {
      out.println("nearest:");
      for (NearMiss miss : refused.nearest()) {
        out.println("  " + miss.describe() + Named.mark(miss.role()));
      }
    }
    if (!refused.fixes().isEmpty()) {
      out.println("what is there already would allow it:");
      for (Fix fix : refused.fixes()) {
        out.println("  " + fix.describe());
      }
    }
    out.println("the smallest grant that would allow it:");
    out.println("---");
    out.print(yaml(RbacJson.write(refused.smallest().role())));
    out.println("---");
    out.print(yaml(RbacJson.write(refused.smallest().binding())));
  }

  private static String yaml(ObjectNode tree) {
    return new String(Yaml.fromTree(tree), StandardCharsets.UTF_8);
  }
}
