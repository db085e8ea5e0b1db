package dev.muster.cli.access;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster authz}: questions about authorization configurations. */
@Command(
    name = "authz",
    mixinStandardHelpOptions = true,
    description = "Asks about authorization configurations.",
    footer = {
      "",
      "Example:",
      "  muster authz test --authorization-config authz.yaml --as alice list pods"
    },
    subcommands = AuthzTestCommand.class)
public final class AuthzCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "which question? try: authz test");
  }
}
