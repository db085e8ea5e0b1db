package dev.muster.cli.psp;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster psp}: questions about pod security policies. */
@Command(
    name = "psp",
    mixinStandardHelpOptions = true,
    description = "Asks about pod security policies.",
    footer = {"", "Example:", "  muster psp review -f pod.yaml -f policies/ --as alice"},
    subcommands = ReviewCommand.class)
public final class PspCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "which question? try: psp review");
  }
}
