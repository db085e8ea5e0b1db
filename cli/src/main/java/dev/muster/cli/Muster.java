package dev.muster.cli;

import dev.muster.cli.access.WhoCanCommand;
import dev.muster.cli.access.WhyCommand;
import dev.muster.cli.audit.AuditCommand;
import dev.muster.cli.demo.DemoCommand;
import dev.muster.cli.psp.PspCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of {@code ./muster}. */
@Command(
    name = "muster",
    description = "Kubernetes access control and workload identity, end to end.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, with the reason on standard error", "2:wrong arguments"},
    subcommands = {
      ApiserverCommand.class,
      UpCommand.class,
      DemoCommand.class,
      WhoCanCommand.class,
      WhyCommand.class,
      IdentityCommand.class,
      ImageCommand.class,
      WebhookCommand.class,
      CredspecCommand.class,
      AuditCommand.class,
      NodeCommand.class,
      RuntimeCommand.class,
      PspCommand.class,
      VersionCommand.class,
      CompletionCommand.class,
      WarmUpCommand.class
    })
public final class Muster implements Runnable {

  public static void main(String[] args) {
    System.exit(run(args));
  }

  static int run(String... args) {
    return new CommandLine(new Muster())
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              command.getErr().println("muster: " + Problems.sentence(problem));
              return 1;
            })
        .execute(args);
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
