package dev.muster.cli.audit;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster audit}: the questions, one subcommand each. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = "Finds running pods that a stricter rule would hurt.",
    subcommands = {AuditGroupsCommand.class, AuditPodsCommand.class})
public final class AuditCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CommandLine.usage(spec.commandLine(), System.out);
  }
}
