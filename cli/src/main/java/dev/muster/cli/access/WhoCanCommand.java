package dev.muster.cli.access;

import dev.muster.access.question.KnownResources;
import dev.muster.access.question.Question;
import dev.muster.access.tree.GranteeTree;
import dev.muster.access.tree.Named;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.explain.Grantee;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.output.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster who-can}: everyone whom RBAC allows something. */
@Command(
    name = "who-can",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Lists everyone whom roles and bindings allow something.",
    footer = {
      "",
      "Answers for roles and bindings alone: what another authorizer allows is not in the list, and",
      "members of system:masters, who may do anything, only where bindings name them.",
      "",
      "Example:",
      "  muster who-can get secrets db-password -n prod -f policy/"
    })
public final class WhoCanCommand implements Callable<Integer> {
  @Mixin private QuestionFlags question = new QuestionFlags();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "In whichever namespace.")
  private boolean everywhere;

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Notes notes = new Notes(spec.commandLine().getErr());
    RbacPolicy policy = flags.policy();
    notes.warn(policy.warnings(), flags.strict());
    Attributes request = request(notes);
    PolicyQuestions questions = new PolicyQuestions(policy.snapshot());
    List<Grantee> all = everywhere ? questions.whoCanAnywhere(request) : questions.whoCan(request);
    PrintWriter out = spec.commandLine().getOut();
    if (flags.format == Format.table) {
      printTable(all, out);
    } else {
      flags.format.print(GranteeTree.of(all), out);
    }
    return 0;
  }

  private Attributes request(Notes notes) throws IOException, InterruptedException {
    User nobody = User.of("");
    KnownResources known = KnownResources.builtIn();
    if (!flags.offline() && !question.by(nobody, "", known).warnings().isEmpty()) {
      try (ClusterApi cluster = flags.cluster()) {
        known = ClusterResources.of(cluster, known);
      }
    }
    Question asked = question.by(nobody, flags.namespace(), known);
    notes.warn(asked.warnings(), flags.strict());
    asked.notes().forEach(notes::note);
    String namespace = asked.attributes().namespace();
    if (!everywhere && !flags.namesNamespace() && !namespace.isEmpty()) {
      notes.note("asked in namespace " + namespace + "; -n asks in another, -A in all");
    }
    return asked.attributes();
  }

  private static void printTable(List<Grantee> all, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("KIND", "NAMESPACE", "NAME", "WHERE", "BINDING", "ROLE"));
    for (Grantee grantee : all) {
      Subject subject = grantee.subject();
      for (RbacGrant grant : grantee.grants()) {
        rows.add(
            List.of(
                subject.kind(),
                subject.namespace(),
                subject.name(),
                grant.binding().namespace().isEmpty() ? "*" : grant.binding().namespace(),
                Named.of(grant.binding()),
                Named.of(grant.role())));
      }
    }
    Format.printTable(rows, out);
  }
}
