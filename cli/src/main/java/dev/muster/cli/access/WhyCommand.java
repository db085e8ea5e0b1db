package dev.muster.cli.access;

import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.question.KnownResources;
import dev.muster.access.question.Question;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.ClusterApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster why}: why somebody may do something, or may not. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tells why somebody may do something, or what is missing. A cluster's own authorizers decide;"
          + " its roles and bindings explain. Exits 0 for yes, 1 for no, 2 if it is not known."
    },
    footer = {
      "",
      "Example:",
      "  muster why create deployments",
      "  muster why delete pods --as alice --as-group crew -n prod",
      "  muster why get /healthz --as system:anonymous -f export.yaml"
    })
public final class WhyCommand implements Callable<Integer> {
  private static final int UNKNOWN = 2;

  @Mixin private QuestionFlags question = new QuestionFlags();

  @Mixin private AskerFlags asker = new AskerFlags();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "In all namespaces at once, and if not so, in which.")
  private boolean everywhere;

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Notes notes = new Notes(spec.commandLine().getErr());
    return flags.offline() ? inFiles(notes) : inCluster(notes);
  }

  private int inFiles(Notes notes) throws IOException, InterruptedException {
    RbacPolicy policy = flags.policy();
    notes.warn(policy.warnings(), flags.strict());
    return answer(asker.user(), KnownResources.builtIn(), new FileAnswers(policy), notes);
  }

  private int inCluster(Notes notes) throws IOException, InterruptedException {
    try (ClusterApi cluster = flags.cluster()) {
      User user = asker.oneself() ? new ServerReviews(cluster).oneself() : asker.user();
      KnownResources known = KnownResources.builtIn();
      if (!question.by(user, "", known).warnings().isEmpty()) {
        known = ClusterResources.of(cluster, known);
      }
      return answer(user, known, new LiveAnswers(cluster, asker.oneself()), notes);
    }
  }

  private int answer(User user, KnownResources known, AnswerSource answers, Notes notes)
      throws IOException, InterruptedException {
    Question asked = question.by(user, everywhere ? "" : flags.namespace(), known);
    notes.warn(asked.warnings(), flags.strict());
    asked.notes().forEach(notes::note);
    AccessAnswer answer = answers.ask(asked.attributes());
    List<String> only =
        everywhere && !answer.allowed().orElse(true) ? elsewhere(user, known, answers) : List.of();
    AccessAnswers.print(
        asked.attributes(), answer, only, flags.format, spec.commandLine().getOut());
    return answer.allowed().map(yes -> yes ? 0 : 1).orElse(UNKNOWN);
  }

  /** In which namespaces it is allowed, each asked for by itself. */
  private List<String> elsewhere(User user, KnownResources known, AnswerSource answers)
      throws IOException, InterruptedException {
    List<String> allowed = new ArrayList<>();
    for (String namespace : answers.namespacesOf(user)) {
      Attributes there = question.by(user, namespace, known).attributes();
      if (there.namespace().equals(namespace) && answers.ask(there).allowed().orElse(false)) {
        allowed.add(namespace);
      }
    }
    return allowed;
  }
}
