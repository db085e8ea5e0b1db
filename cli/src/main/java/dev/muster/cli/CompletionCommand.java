package dev.muster.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster completion}: what a shell needs to complete commands and flags. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a completion script for bash and zsh.",
    footer = {"", "Example:", "  source <(muster completion)"})
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    System.out.print(AutoComplete.bash(root.getCommandName(), root));
    return 0;
  }
}
