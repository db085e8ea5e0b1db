package dev.muster.cli.audit;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code muster audit}: the questions, one subcommand each. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = "Finds running pods that a stricter rule would hurt.",
    footer = {"", "Example:", "  muster audit groups --kubeconfig admin.kubeconfig"},
    subcommands = {AuditGroupsCommand.class, AuditPodsCommand.class})
public final class AuditCommand implements Runnable {
  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
