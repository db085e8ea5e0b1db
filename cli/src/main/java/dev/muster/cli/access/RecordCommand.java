package dev.muster.cli.access;

import dev.muster.access.auditlog.AuditLogReader;
import dev.muster.access.record.RecordedSubject;
import dev.muster.access.record.RecordingBounds;
import dev.muster.access.record.RequestRecording;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code muster record}: least privilege from an audit log. */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes the smallest roles of what somebody did by an audit log, and tells which of their"
          + " grants they never used. Without --as and --as-group it tells who did anything."
    },
    footer = {
      "",
      "Logs: an event a line, as API servers write them; CloudWatch's exports to files, and what aws"
          + " logs filter-log-events prints; compressed with gzip or not.",
      "",
      "Example:",
      "  muster record audit.log --as system:serviceaccount:shop:cart",
      "  muster record audit.log --as ann --without-policy -o yaml | kubectl apply -f -"
    })
public final class RecordCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description = "Audit logs, or directories of them; - reads.")
  private List<Path> logs = List.of();

  @Mixin private AskerFlags asker = new AskerFlags();

  @Option(names = "--include-refused", description = "What was refused is needed too.")
  private boolean includeRefused;

  @Option(
      names = "--max-names",
      paramLabel = "COUNT",
      description = "From more names on a rule is for any name (default: 100).")
  private int maxNames = RecordingBounds.DEFAULTS.names();

  @Option(
      names = "--max-namespaces",
      paramLabel = "COUNT",
      description = "From more namespaces on a rule is for all of them (default: 100).")
  private int maxNamespaces = RecordingBounds.DEFAULTS.namespaces();

  @Option(
      names = "--role-name",
      paramLabel = "NAME",
      description = "Of the roles and bindings (default: recorded- and the subject's name).")
  private @Nullable String roleName;

  @Option(
      names = "--without-policy",
      description = "Only the smallest roles: what the subject has is not looked at.")
  private boolean withoutPolicy;

  @Mixin private FollowFlags follow = new FollowFlags();

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    try {
      tell();
      return 0;
    } finally {
      follow.told();
    }
  }

  private void tell() throws IOException, InterruptedException {
    Notes notes = new Notes(spec.commandLine().getErr());
    if (asker.oneself()) {
      LoggedSubjects seen = new LoggedSubjects();
      AuditLogReader reader = new AuditLogReader(seen::add);
      follow.read(logs, reader);
      told(reader, notes);
      seen.print(flags.format, spec.commandLine().getOut());
      return;
    }
    RbacSnapshot policy = policy(notes);
    User user = asker.user();
    RecordedSubject subject = subject(user);
    RequestRecording recording =
        new RequestRecording(
            subject,
            this::isInScope,
            includeRefused,
            new RecordingBounds(maxNames, maxNamespaces),
            policy);
    AuditLogReader reader = new AuditLogReader(recording::add);
    follow.read(logs, reader);
    told(reader, notes);
    RecordReport report =
        new RecordReport(
            subject,
            recording,
            roleName == null ? subject.roleName() : roleName,
            withoutPolicy ? null : policy,
            new LinkedHashSet<>(user.groups()));
    report.print(flags.format, spec.commandLine().getOut(), reader.counts());
    report.notes().forEach(notes::note);
  }

  private RbacSnapshot policy(Notes notes) throws IOException, InterruptedException {
    if (withoutPolicy) {
      return new RbacIndex().snapshot();
    }
    RbacPolicy policy = flags.policy();
    notes.warn(policy.warnings(), flags.strict());
    return policy.snapshot();
  }

  private static RecordedSubject subject(User user) {
    if (!user.name().isEmpty()) {
      return RecordedSubject.user(user.name());
    }
    if (user.groups().size() > 1) {
      throw new IllegalArgumentException("one --as-group at a time, or a user with --as");
    }
    return RecordedSubject.group(user.groups().getFirst());
  }

  private boolean isInScope(Attributes request) {
    return !flags.namesNamespace() || request.namespace().equals(flags.namespace());
  }

  private static void told(AuditLogReader reader, Notes notes) {
    reader.counts().brokenSentence().ifPresent(text -> notes.warn(List.of(text), false));
    reader.counts().otherSentence().ifPresent(notes::note);
  }
}
