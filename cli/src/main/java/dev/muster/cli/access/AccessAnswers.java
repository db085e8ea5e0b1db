package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.ServerAnswer;
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

/** Prints answers for people: first the verdict, and apart from it what explains it. */
final class AccessAnswers {
  private final Attributes request;
  private final PrintWriter out;

  AccessAnswers(Attributes request, PrintWriter out) {
    this.request = request;
    this.out = out;
  }

  /** Yes or no, or that it is not known. */
  void verdict(AccessAnswer answer) {
    if (answer instanceof AccessAnswer.Unconfirmed unconfirmed) {
      line("not known: the server does not say: " + unconfirmed.problem());
    } else {
      yesOrNo(answer.allowed().orElse(false));
    }
  }

  /** What is behind the verdict. */
  void explain(AccessAnswer answer) {
    switch (answer) {
      case AccessAnswer.Masters masters -> line("  members of system:masters may do anything");
      case AccessAnswer.ByPolicy policy -> explain(policy.why());
      case AccessAnswer.Confirmed confirmed -> explain(confirmed.why());
      case AccessAnswer.Contradicted(ServerAnswer server, Explanation why) -> {
        says(server);
        switch (why) {
          case Explanation.Allowed allowed -> {
            line("  although roles and bindings allow it:");
            grants(allowed);
          }
          case Explanation.Refused refused ->
              line("  no role or binding allows it: another authorizer of the server does");
        }
      }
      case AccessAnswer.Unexplained(ServerAnswer server, String problem) -> {
        says(server);
        line("  roles and bindings could not be read: " + problem);
      }
      case AccessAnswer.Unconfirmed unconfirmed -> {
        line("roles and bindings alone say:");
        yesOrNo(unconfirmed.why() instanceof Explanation.Allowed);
        explain(unconfirmed.why());
      }
    }
  }

  private void says(ServerAnswer server) {
    line("  the server says: " + (server.reason().isEmpty() ? "(no reason)" : server.reason()));
    if (!server.error().isEmpty()) {
      line("  and tells of an error: " + server.error());
    }
  }

  private void yesOrNo(boolean yes) {
    line(yes ? "yes: " + Refusal.permission(request) : "no: " + Refusal.message(request, ""));
  }

  private void explain(Explanation why) {
    switch (why) {
      case Explanation.Allowed allowed -> grants(allowed);
      case Explanation.Refused refused -> explain(refused);
    }
  }

  private void grants(Explanation.Allowed allowed) {
    for (RbacGrant grant : allowed.grants()) {
      line("  " + grant.describe() + Named.mark(grant.binding()));
      line("    by its rule " + grant.rule().compact());
    }
  }

  private void explain(Explanation.Refused refused) {
    refused.problems().forEach(problem -> line("  " + problem));
    if (!refused.nearest().isEmpty()) {
      line("nearest:");
      for (NearMiss miss : refused.nearest()) {
        line("  " + miss.describe() + Named.mark(miss.role()));
      }
    }
    if (!refused.fixes().isEmpty()) {
      line("what is there already would allow it:");
      for (Fix fix : refused.fixes()) {
        line("  " + fix.describe());
      }
    }
    line("the smallest grant that would allow it:");
    line("---");
    yaml(RbacJson.write(refused.smallest().role()));
    line("---");
    yaml(RbacJson.write(refused.smallest().binding()));
  }

  private void yaml(ObjectNode tree) {
    new String(Yaml.fromTree(tree), StandardCharsets.UTF_8).lines().forEach(this::line);
  }

  private void line(String text) {
    out.println(Format.harmless(text));
  }
}
