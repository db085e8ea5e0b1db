package dev.muster.cli.access;

import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.AuthorizationStations;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.access.question.KnownResources;
import dev.muster.access.question.Question;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.views.AccessV1.AccessExplanationStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code muster why}: why somebody may do something, or may not. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tells why somebody may do something, or what is missing, from top to bottom: who one is"
          + " taken for, what each authorizer says, what admission would say and change, which"
          + " identity a pod's processes get. A cluster decides; its roles and bindings explain."
          + " Exits 0 for yes, 1 for no, 2 if it is not known."
    },
    footer = {
      "",
      "Example:",
      "  muster why create deployments",
      "  muster why delete pods --as alice --as-group crew -n prod",
      "  muster why get /healthz --as system:anonymous -f export.yaml",
      "  muster why --request \"POST /api/v1/namespaces/prod/pods\" -f pod.yaml --as alice",
      "  muster why --audit-id 3e0b2f6c-9b6c-4c0e-b6f4-6d1f7c1f2b9a --audit-log audit.log"
    })
public final class WhyCommand implements Callable<Integer> {
  private static final int UNKNOWN = 2;

  @Mixin private WhyQuestion question = new WhyQuestion();

  @Mixin private AskerFlags asker = new AskerFlags();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "In all namespaces at once, and if not so, in which.")
  private boolean everywhere;

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Mixin private PodPrediction prediction = new PodPrediction();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    try {
      question.check();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    Notes notes = new Notes(spec.commandLine().getErr());
    if (question.auditId().isPresent()) {
      AuditedAnswer answer =
          new AuditedWhy(flags, notes).explain(question.auditId().get(), question.auditLogs());
      answer.print(flags.format, spec.commandLine().getOut());
      return code(answer.allowed());
    }
    if (everywhere && question.line().isPresent()) {
      throw new IllegalArgumentException("the request says where: -A is for questions in words");
    }
    WhyFiles files = WhyFiles.read(flags.files(), question.object(), question.line());
    WhyAnswer answer = files.offline() ? inFiles(files, notes) : inCluster(files, notes);
    answer.print(flags.format, spec.commandLine().getOut());
    return code(answer.allowed());
  }

  private static int code(Optional<Boolean> allowed) {
    return allowed.map(yes -> yes ? 0 : 1).orElse(UNKNOWN);
  }

  private WhyAnswer inFiles(WhyFiles files, Notes notes) throws IOException, InterruptedException {
    RbacPolicy policy = RbacPolicy.inManifests(files.policy(), flags.withDefaults());
    notes.warn(policy.warnings(), flags.strict());
    User user = asker.user();
    FileAnswers answers = new FileAnswers(policy);
    KnownResources known = KnownResources.builtIn();
    Attributes asked = ask(user, known, notes);
    AccessAnswer answer = answers.ask(asked);
    WhyAnswer.Told told = new WhyAnswer.Told.Read(answer);
    List<Station> stations = new ArrayList<>();
    stations.add(
        Caller.station("files", Verdict.NotAsked, Caller.named(user) + " is taken as named"));
    stations.addAll(AuthorizationStations.of(answer));
    LaterStages later = new LaterStages(asked, question.line(), files.object(), stations, notes);
    later.admissionIsNotAsked("files have none");
    later.predict(prediction, Optional.empty());
    return new WhyAnswer(
        asked, told, later.way(), later.identity(), elsewhere(told, user, known, answers));
  }

  private WhyAnswer inCluster(WhyFiles files, Notes notes)
      throws IOException, InterruptedException {
    try (ClusterApi cluster = flags.cluster()) {
      ServerReviews reviews = new ServerReviews(cluster);
      User user = asker.oneself() ? reviews.oneself() : asker.user();
      KnownResources known = KnownResources.builtIn();
      if (!question.by(user, "", known).warnings().isEmpty()) {
        known = ClusterResources.of(cluster, known);
      }
      Attributes asked = ask(user, known, notes);
      Caller caller =
          asker.oneself()
              ? Caller.oneself(user)
              : Caller.about(
                  user, asker.actingGroups(), !flags.config().impersonation().isEmpty(), reviews);
      LiveAnswers answers = new LiveAnswers(cluster, asker.oneself());
      LiveWhy why = new LiveWhy(cluster, answers, asked, asker.oneself(), files.object());
      WhyAnswer.Told told = why.told();
      List<Station> stations = new ArrayList<>(caller.stations());
      stations.addAll(why.stations());
      LaterStages later = new LaterStages(asked, question.line(), files.object(), stations, notes);
      later.admission(new DryRunAdmission(flags.config(), cluster, caller));
      later.predict(prediction, Optional.of(cluster));
      return new WhyAnswer(
          asked, told, later.way(), later.identity(), elsewhere(told, user, known, answers));
    }
  }

  private Attributes ask(User user, KnownResources known, Notes notes) {
    Question asked = question.by(user, everywhere ? "" : flags.namespace(), known);
    notes.warn(asked.warnings(), flags.strict());
    asked.notes().forEach(notes::note);
    return asked.attributes();
  }

  /** In which namespaces it is allowed if not in all, each asked for by itself. */
  private List<String> elsewhere(
      WhyAnswer.Told told, User user, KnownResources known, AnswerSource answers)
      throws IOException, InterruptedException {
    List<String> allowed = new ArrayList<>();
    if (!everywhere || told.allowed().orElse(true)) {
      return allowed;
    }
    if (told instanceof WhyAnswer.Told.Explained explained) {
      allowed.addAll(AccessExplanationStatus.of(explained.status()).allowedIn().texts());
      return allowed;
    }
    for (String namespace : answers.namespacesOf(user)) {
      Attributes there = question.by(user, namespace, known).attributes();
      if (there.namespace().equals(namespace) && answers.ask(there).allowed().orElse(false)) {
        allowed.add(namespace);
      }
    }
    return allowed;
  }
}
