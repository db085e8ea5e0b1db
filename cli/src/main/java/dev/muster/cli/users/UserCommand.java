package dev.muster.cli.users;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster user}: users of a cluster. */
@Command(
    name = "user",
    mixinStandardHelpOptions = true,
    description = "Users of a cluster, by certificates that it signs.",
    footer = {"", "Example:", "  muster user add alice --group dev"},
    subcommands = UserAddCommand.class)
public final class UserCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(System.out);
    }
  }
}
